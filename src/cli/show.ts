/** `--show STAGE`: what a stage of the compilation made. */

import { showWasm } from '../back/wasm/encode/show.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { parseOptions, parseSources } from '../driver/compile.ts';
import { showPtx } from '../driver/cuda.ts';
import type { Options, Stage } from '../driver/options.ts';
import { preprocessedText } from '../driver/preprocessed.ts';
import { compileInputs, imageOf, linkInputs } from '../driver/program.ts';
import { kindOfSource } from '../driver/sources.ts';
import { showTokens, showTree } from '../front/fortran/parse/show-tree.ts';
import { showSymbols } from '../front/fortran/show-symbols.ts';
import { printModule } from '../ir/print.ts';
import { showPasses, watchedBy } from '../opt/watch.ts';
import { disk } from './disk.ts';
import { print } from './print.ts';
import { report } from './report.ts';

export function showStage(stage: Stage, options: Options): number {
  const diagnostics: Diagnostic[] = [];
  const text = textOf(stage, options, diagnostics);
  const failed = report(diagnostics, options.warnings);
  if (options.output && !failed) disk.write(options.output, text);
  else print(text);
  return failed ? 1 : 0;
}

function textOf(stage: Stage, options: Options, diagnostics: Diagnostic[]): string {
  switch (stage) {
    case 'source':
      return options.inputs.map((path) => preprocessedText(path, options, disk, diagnostics)).join('');
    case 'tokens':
      return options.inputs.map((path) => tokensOf(path, options)).join('');
    case 'tree':
      return parseSources(options.inputs, options, disk, diagnostics)
        .map((p) => showTree(p.file))
        .join('\n');
    case 'symbols':
    case 'ir': {
      const compiled = compileInputs(options, disk);
      diagnostics.push(...compiled.diagnostics);
      return stage === 'ir'
        ? compiled.units.map((u) => printModule(u.module)).join('\n')
        : compiled.units.flatMap((u) => (u.program ? [showSymbols(u.program)] : [])).join('\n');
    }
    case 'wat': {
      const compiled = compileInputs(options, disk);
      diagnostics.push(...compiled.diagnostics);
      const linked = linkInputs(compiled, disk);
      diagnostics.push(...linked.diagnostics);
      if (!linked.program) return '';
      const image = imageOf(linked.program, options);
      return `${showWasm(image.host.bytes)}\n${showWasm(image.kernels.bytes)}`;
    }
    case 'nest': {
      const texts: string[] = [];
      const compiled = compileInputs(options, disk);
      const linked = linkInputs(compiled, disk);
      diagnostics.push(...compiled.diagnostics, ...linked.diagnostics);
      if (linked.program) imageOf(linked.program, { ...options, showNest: (text) => void texts.push(text) });
      return texts.join('\n');
    }
    case 'ptx': {
      const compiled = compileInputs(options, disk);
      diagnostics.push(...compiled.diagnostics);
      const linked = linkInputs(compiled, disk);
      diagnostics.push(...linked.diagnostics);
      return linked.program ? showPtx(linked.program, options, disk) : '';
    }
    default:
      return passesOf(stage, options, diagnostics);
  }
}

/** The IR after one pass, or after each that changed something: of the device asked for, the simulated one where none is. */
function passesOf(stage: `ir:${string}`, options: Options, diagnostics: Diagnostic[]): string {
  const texts: string[] = [];
  const show = showPasses(stage.replace(/^ir:(after=)?/, ''), (text) => void texts.push(text));
  const watching = { ...options, watchPasses: watchedBy([options.watchPasses, show]) };
  const compiled = compileInputs(options, disk);
  const linked = linkInputs(compiled, disk);
  diagnostics.push(...compiled.diagnostics, ...linked.diagnostics);
  if (!linked.program) return '';
  if (options.device === 'cuda') showPtx(linked.program, watching, disk);
  else imageOf(linked.program, watching);
  return texts.join('\n');
}

function tokensOf(path: string, options: Options): string {
  const kind = kindOfSource(path, options);
  const content = disk.read(path);
  if (!kind || 'reason' in content) return '';
  return showTokens({ path, text: content.text }, parseOptions(kind, content.text, options, disk));
}
