/** A device of which somebody takes some calls before it: listeners, checks, captures. */
import type { Device } from '../machine/device.ts';

/** `device` with calls of `own` in place of its own. All launches go through `launch`: the quicker way is left out. */
export function withOwnCalls(device: Device, own: Partial<Device>): Device {
  const made: Device = Object.assign({}, device);
  const known = new Set<PropertyKey>(['constructor']);
  for (let from: object | null = device; from && from !== Object.prototype; from = Reflect.getPrototypeOf(from))
    for (const name of Reflect.ownKeys(from)) {
      if (known.has(name)) continue;
      known.add(name);
      const value: unknown = Reflect.getOwnPropertyDescriptor(from, name)?.value;
      Object.defineProperty(
        made,
        name,
        typeof value === 'function'
          ? { value: value.bind(device), writable: true }
          : { get: () => Reflect.get(device, name, device), set: (to) => Reflect.set(device, name, to, device) },
      );
    }
  for (const [name, value] of Object.entries({ ...own, launchQuickly: undefined }))
    Object.defineProperty(made, name, { value, writable: true });
  return made;
}
