/** The first lines of a module: nothing else in its text depends on the compute capability. */

/** The least version of the PTX language that knows the target. */
const versions: readonly (readonly [capability: number, version: string])[] = [
  [101, '8.7'],
  [100, '8.6'],
  [90, '8.0'],
  [89, '7.8'],
  [0, '7.1'],
];

/** Bytes of parameters that a kernel may have before `forLongParameters`. */
export const usualParameterBytes = 4352;
const forLongParameters = '8.1';

export function heading(capability: number, specific = false, hasLongParameters = false): string {
  const known = versions.find(([least]) => capability >= least)?.[1] ?? '7.1';
  const version = hasLongParameters && known < forLongParameters ? forLongParameters : known;
  return `.version ${version}\n.target sm_${capability}${specific ? 'a' : ''}\n.address_size 64\n`;
}

/** The same module for another capability. */
export function withCapability(text: string, capability: number): string {
  const end = text.indexOf('.address_size 64\n');
  return end < 0
    ? text
    : heading(capability, false, text.startsWith(`.version ${forLongParameters}\n`)) +
        text.slice(end + '.address_size 64\n'.length);
}
