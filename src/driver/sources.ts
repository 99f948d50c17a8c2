/** What a file's name says: how its text is to be read. */
import type { Options } from './options.ts';

export type SourceKind = { readonly form: 'free' | 'fixed'; readonly preprocess: boolean; readonly cuda: boolean };

const free = ['.cuf', '.f90', '.f95', '.f03', '.f08', '.f18'];
const fixed = ['.f', '.for', '.ftn'];

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot);
}

/** `a/b/x.cuf` with `.o` gives `x.o`. */
export function withExtension(path: string, extension: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(0, name.length - extensionOf(name).length) + extension;
}

export function isFortranSource(path: string): boolean {
  const extension = extensionOf(path).toLowerCase();
  return free.includes(extension) || fixed.includes(extension);
}

/** Undefined: not a source of Fortran. */
export function kindOfSource(path: string, options: Options): SourceKind | undefined {
  if (!isFortranSource(path)) return undefined;
  const extension = extensionOf(path);
  const lower = extension.toLowerCase();
  const capital = /[A-Z]/.test(extension);
  return {
    form: options.form ?? (fixed.includes(lower) ? 'fixed' : 'free'),
    preprocess: options.preprocess ?? capital,
    cuda: options.cuda ?? lower === '.cuf',
  };
}

/** `.o`, and as Makefiles call them: `.obj`, `.cu_o`. */
export function isObject(path: string): boolean {
  return /^\.(?:o|obj|\w+_o)$/.test(extensionOf(path));
}

export function isArchive(path: string): boolean {
  return extensionOf(path) === '.a';
}

export function isCudaC(path: string): boolean {
  return extensionOf(path) === '.cu';
}

export function isCSource(path: string): boolean {
  return ['.c', '.cpp', '.cc', '.cxx', '.c++', '.C'].includes(extensionOf(path));
}

/** `libm.so`, `libm.so.6`. */
export function isSharedLibrary(path: string): boolean {
  return /\.so(?:\.\d+)*$/.test(path);
}
