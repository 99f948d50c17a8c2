/** Sources of C, C++ and CUDA to IR. */
import { type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import type { Source } from '../base/source.ts';
import { lowerUnit } from '../front/c/lower/unit.ts';
import { parseUnit } from '../front/c/parse/parse-unit.ts';
import { cMacros } from '../front/c/predefined-macros.ts';
import { cudaHeaders } from '../library/c-headers.ts';
import { folderOf, stage, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { libraryHeaders } from './library-headers.ts';
import { noSuchFile } from './messages.ts';
import type { Options } from './options.ts';
import { extensionOf } from './sources.ts';

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
  const extension = extensionOf(path);
  const cuda = extension === '.cu' || options.asCuda;
  const language = { cxx: cuda || extension !== '.c', cuda };
  const source: Source = { path, text: content.text };
  const own = `${files.libraryFolder()}${headerFolder}`;
  const unit = stage('parsing', source, () =>
    parseUnit(
      source,
      {
        defines: [...cMacros(language), ...options.defines],
        undefines: options.undefines,
        header: headers(options, files, own),
        language,
        first: [
          '__builtins.h',
          ...(language.cxx ? ['__exceptions.h'] : []),
          ...(language.cuda ? ['cuda_runtime.h'] : []),
        ],
        isLibrary: (at) => at.startsWith(own),
      },
      report,
    ),
  );
  const module = hasErrors(found) ? undefined : stage('lowering', source, () => lowerUnit(unit, report));
  diagnostics.push(...found);
  return module && !hasErrors(found) ? { path, module, interfaces: [] } : undefined;
}

const most = 50;

function headers(
  options: Options,
  files: Files,
  own: string,
): (name: string, quoted: boolean, from: string) => Source | undefined {
  return (name, quoted, from) => {
    const folder = folderOf(from);
    const beside = folder === '' ? name : `${folder}/${name}`;
    const places = [...(quoted ? [beside] : []), ...options.includePaths.map((p) => `${p}/${name}`), own + name];
    for (const path of name.startsWith('/') ? [name] : places) {
      const content = files.read(path);
      if ('text' in content) return { path, text: content.text };
    }
    const made = cudaHeaders.get(name) ?? libraryHeaders.get(name);
    return made === undefined ? undefined : { path: own + name, text: made };
  };
}
