import { describe, expect, test } from 'vitest';
import type { City } from '$lib/dicetrip/editions';
import { Dragging } from '$lib/dicetrip/placing/dragging.svelte';

const LYON = { id: 'lyon', name: 'Lyon' } as City;

/** A map with one city, at 100, 100; and what was dropped where. */
function setUp() {
  const dropped: [string, string][] = [];
  const dragging = new Dragging(
    (x, y) => (Math.hypot(x - 100, y - 100) < 20 ? LYON : undefined),
    (slot, city) => dropped.push([slot, city.id]),
  );
  return { dragging, dropped };
}

const at = (clientX: number, clientY: number, pointerType = 'mouse'): PointerEvent =>
  ({
    clientX,
    clientY,
    pointerType,
    button: 0,
    isPrimary: true,
    pointerId: 1,
    currentTarget: { setPointerCapture: () => {} },
  }) as unknown as PointerEvent;

describe('dragging a number onto a city', () => {
  test('it is written where it is let go', () => {
    const { dragging, dropped } = setUp();
    dragging.hold(at(100, 400), 'second', 42);
    dragging.move(at(101, 250));
    expect(dragging.flying?.number).toBe(42);
    expect(dragging.over).toBeNull();
    dragging.move(at(104, 98));
    expect(dragging.over).toBe(LYON);
    dragging.letGo();
    expect(dropped).toEqual([['second', 'lyon']]);
    expect(dragging.flying).toBeNull();
  });

  test('above a finger, which would hide the city', () => {
    const { dragging } = setUp();
    dragging.hold(at(100, 400), 'first', 42);
    dragging.move(at(100, 100, 'touch'));
    expect(dragging.over).toBeNull();
    dragging.move(at(100, 152, 'touch'));
    expect(dragging.over).toBe(LYON);
  });

  test('a tap that trembles is a tap, and beside the cities nothing is written', () => {
    const { dragging, dropped } = setUp();
    dragging.hold(at(100, 105), 'first', 42);
    dragging.move(at(103, 103));
    expect(dragging.flying).toBeNull();
    dragging.letGo();
    dragging.hold(at(100, 400), 'first', 42);
    dragging.move(at(300, 300));
    dragging.letGo();
    expect(dropped).toEqual([]);
  });

  test('what the browser takes over is not written', () => {
    const { dragging, dropped } = setUp();
    dragging.hold(at(100, 400), 'first', 42);
    dragging.move(at(100, 100));
    dragging.cancel();
    dragging.letGo();
    expect(dropped).toEqual([]);
  });
});
