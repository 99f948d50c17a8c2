/** How a procedure or kernel of a program is called where a tool names it: what stands in the symbols of an executable. */
import { demangled, demangledBase } from './demangled.ts';
import { isOfStatements } from './kernel.ts';

/** Names of functions that make the first values of a unit's variables. */
export const startPrefix = 'start@c ';

/** Of a procedure of a module `module_procedure`, as kernels are called in their PTX and by the tools that read it; of a function of C++ its name alone. */
export function symbolOf(name: string): string {
  const plain = withoutFile(name).replaceAll('.', '_');
  const [, length, rest = ''] = /^_Z(\d+)(\w+)$/.exec(plain) ?? [];
  return length === undefined ? plain : rest.slice(0, Number(length));
}

/** The same with the types of its parameters, of a function of C++. */
export function signatureOf(name: string): string {
  return demangled(withoutFile(name)) ?? symbolOf(name);
}

/** The last part of its name: of `a::Box<float>::get(int)` `get`. */
export function baseNameOf(name: string): string {
  return demangledBase(withoutFile(name)) ?? symbolOf(name);
}

/** Behind `@` stands the file of what other files do not see, and the side that it runs on. */
export function withoutFile(name: string): string {
  return name.replace(/@.*$/, '');
}

/** As nvfortran has it, and nsys shows it: module_procedure_, of kernels of loops and statements module_procedure_LINE_gpu. */
export function externalSymbolOf(name: string): string {
  const symbol = name.replaceAll('.', '_');
  return isOfStatements(name) || symbol === name ? symbol : `${symbol}_`;
}
