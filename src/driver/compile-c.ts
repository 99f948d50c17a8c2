/** Sources of C, C++ and CUDA to IR. */
import { type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import { type Source, span } from '../base/source.ts';
import { tooDeep } from '../front/c/errors.ts';
import { lowerUnit } from '../front/c/lower/unit.ts';
import { parseUnit } from '../front/c/parse/parse-unit.ts';
import { cMacros } from '../front/c/predefined-macros.ts';
import type { Module } from '../ir/module.ts';
import { cudaHeaders } from '../library/c-headers.ts';
import { folderOf, StageFailure, stage, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { libraryHeaders } from './library-headers.ts';
import { noSuchFile } from './messages.ts';
import { mpiHeader } from './mpi-header.ts';
import type { Options } from './options.ts';
import { extensionOf, isCudaC } from './sources.ts';

/** `.h` files of the compiler lie here, beside the library's other sources. */
const headerFolder = '../c/';

/** Undefined, and told why, where it has mistakes. */
export function compileC(path: string, options: Options, files: Files, diagnostics: Diagnostic[]): Unit | undefined {
  const content = files.read(path);
  if ('reason' in content) {
    diagnostics.push(noSuchFile(path, content.reason));
    return undefined;
  }
  const found: Diagnostic[] = [];
  const report = (d: Diagnostic): void => {
    if (found.length < most) found.push(d);
  };
  const language = languageOf(path, options);
  const source: Source = { path, text: content.text };
  const own = `${files.libraryFolder()}${headerFolder}`;
  const find = headers(options, files, own);
  const header: typeof find = (name, quoted, from, isNext) =>
    (options.includes.includes(name) ? find(name, true, '') : undefined) ?? find(name, quoted, from, isNext);
  const absent = options.includes.find((name) => !header(name, true, path));
  if (absent !== undefined) {
    diagnostics.push(noSuchFile(absent, 'there is no such header'));
    return undefined;
  }
  let asksForSide = asksSide(source);
  const included = new Set<string>();
  const read = (defines: readonly string[], name: string): Module | undefined => {
    const unit = stage('parsing', source, () =>
      parseUnit(
        source,
        {
          predefined: [...cMacros(language), ...defines],
          defines: options.defines,
          undefines: options.undefines,
          header(name, quoted, from, isNext) {
            const found = header(name, quoted, from, isNext);
            if (found && !found.path.startsWith(own)) {
              asksForSide ||= asksSide(found);
              included.add(found.path);
            }
            return found;
          },
          language,
          first: [
            '__builtins.h',
            ...(language.cxx ? ['__exceptions.h'] : []),
            ...(language.cuda ? ['cuda_runtime.h'] : []),
            ...options.includes,
          ],
          isLibrary: (at) => at.startsWith(own),
          limits: options.depths,
        },
        report,
      ),
    );
    return hasErrors(found) ? undefined : stage('lowering', source, () => lowerUnit({ ...unit, path: name }, report));
  };
  const readWhole: typeof read = (defines, name) => {
    try {
      return read(defines, name);
    } catch (problem) {
      if (!(problem instanceof StageFailure) || !isStackOverflow(problem.cause)) throw problem;
      report(tooDeep(span(source, 0, 0)));
      return undefined;
    }
  };
  const onHost = readWhole([], path);
  const arch = 10 * (options.gpu.computeCapability ?? 80);
  const onDevice =
    onHost && language.cuda && asksForSide ? readWhole([`__CUDA_ARCH__=${arch}`], `${path} (device)`) : undefined;
  const module = onHost && onDevice ? bothSides(onHost, onDevice) : onHost;
  diagnostics.push(...found);
  return module && !hasErrors(found) ? { path, module, interfaces: [], headers: [...included] } : undefined;
}

function languageOf(path: string, { language }: Options): { readonly cxx: boolean; readonly cuda: boolean } {
  const cuda = language === undefined ? isCudaC(path) : language === 'cu';
  return { cuda, cxx: cuda || (language === undefined ? extensionOf(path) !== '.c' : language === 'c++') };
}

/** A text that is another one for device code is read for each side. */
const asksSide = ({ text }: Source): boolean => text.includes('__CUDA_ARCH__');

/** Code and data of the device as its reading has them, all else as the host's has it. */
function bothSides(host: Module, device: Module): Module {
  const functions = new Map(host.functions.map((fn) => [fn.name, fn]));
  for (const fn of device.functions) if (fn.kind !== 'host') functions.set(fn.name, fn);
  const globals = new Map(host.globals.map((g) => [g.name, g]));
  for (const g of device.globals) if (g.placement !== 'host' || !globals.has(g.name)) globals.set(g.name, g);
  const externs = new Map([...device.externs, ...host.externs].map((e) => [e.name, e]));
  return {
    ...host,
    functions: [...functions.values()],
    globals: [...globals.values()],
    externs: [...externs.values()].filter((e) => !functions.has(e.name)),
  };
}

/** What CUDA has as `cuda::std` is what the header of C++ has. */
function cudaStandard(name: string): string {
  const also = name === 'atomic' || name === 'barrier' ? `#include <cuda/${name}>\n` : '';
  const own = name === 'barrier' ? '' : `#include <${name}>\n`;
  return `#pragma once\n${also}${own}#include <type_traits>\nnamespace cuda { namespace std = ::std; }\n`;
}

const isStackOverflow = (problem: unknown): boolean =>
  problem instanceof RangeError && /call stack/.test(problem.message);

const most = 50;

/** Headers of other libraries of MPI, whose handles are their own, stand in for none of ours. */
const ownOnly: ReadonlySet<string> = new Set(['mpi.h']);

function headers(
  options: Options,
  files: Files,
  own: string,
): (name: string, quoted: boolean, from: string, isNext?: boolean) => Source | undefined {
  return (name, quoted, from, isNext) => {
    const folder = folderOf(from);
    const beside = folder === '' ? name : `${folder}/${name}`;
    if (ownOnly.has(name)) return { path: own + name, text: mpiHeader() };
    const all = [...(quoted ? [beside] : []), ...options.includePaths.map((p) => `${p}/${name}`), own + name];
    const places = isNext ? all.slice(all.lastIndexOf(from) + 1) : all;
    for (const path of name.startsWith('/') ? [name] : places) {
      const content = files.read(path);
      if ('text' in content) return { path, text: content.text };
    }
    const plain = /^cuda\/std\/(\w+)$/.exec(name)?.[1];
    if (plain !== undefined) return { path: own + name, text: cudaStandard(plain) };
    const made = cudaHeaders.get(name) ?? libraryHeaders.get(name);
    return made === undefined ? undefined : { path: own + name, text: made };
  };
}
