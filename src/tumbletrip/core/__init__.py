"""Words both games share: refusals, outcomes, errors for texts we cannot read, and the four languages."""
