/** Modules with addresses of 64 bits. */
import { type RuntimeCall, runtimeCalls } from '../../library/runtime-calls.ts';

const rowsByName: Readonly<Record<string, RuntimeCall | undefined>> = runtimeCalls;

/** Addresses of the host come and go as bigints, which the functions know as numbers. */
export function wideCall(call: (...args: never) => unknown, name: string): (...args: (number | bigint)[]) => unknown {
  const row = rowsByName[name];
  if (!row) return (...args) => Reflect.apply(call, undefined, args);
  const isAddress = row.takes.map((t) => t === 'ptr.host');
  const gives = row.gives[0] === 'ptr.host';
  return (...args) => {
    for (let i = 0; i < isAddress.length; i++) if (isAddress[i]) args[i] = Number(args[i]);
    const result: unknown = Reflect.apply(call, undefined, args);
    return gives ? BigInt(Number(result)) : result;
  };
}
