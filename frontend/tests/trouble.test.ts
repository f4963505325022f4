import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '$lib/api';
import { untilThere } from '$lib/trouble';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what nothing can be seen without is asked for until it comes', async () => {
  const troubles = [0, 429, 503].map((status) => new ApiError(status, 'app.offline', ''));
  const ask = vi.fn(() => {
    const trouble = troubles.shift();
    return trouble ? Promise.reject(trouble) : Promise.resolve('map');
  });
  const answer = untilThere(ask);
  await vi.runAllTimersAsync();
  await expect(answer).resolves.toBe('map');
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a question that will never be answered is not repeated', async () => {
  const ask = vi.fn(() => Promise.reject(new ApiError(404, 'http/not_found', '')));
  await expect(untilThere(ask)).rejects.toThrow(ApiError);
  expect(ask).toHaveBeenCalledTimes(1);
});
