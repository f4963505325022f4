/** Binding properties to components. */
import type { Component } from 'svelte';

/** A component with its properties already given, for those who render it without knowing their types. */
export const bound =
  <Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Component =>
  (internals) =>
    component(internals, props);
