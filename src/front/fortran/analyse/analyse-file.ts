/**
 * From the tree of one file to what it means. The room knows names, types and rules; it knows nothing of layouts, instructions or devices' insides.
 * A mistake of the user is a diagnostic, and the analysis goes on; nothing is thrown.
 */

import { type Diagnostic, hasErrors } from '../../../base/diagnostic.ts';
import { lineText, type Span, startOf } from '../../../base/source.ts';
import * as declarationErrors from '../errors/declarations.ts';
import * as expressionErrors from '../errors/expressions.ts';
import type { ModuleInfo, Procedure, Program } from '../program.ts';
import type * as tree from '../tree.ts';
import { intrinsicProcedure } from './calls/intrinsic-procedures.ts';
import type { Env, FileContext, Options } from './context.ts';
import { placeConstants } from './cuda/shared-constants.ts';
import { collect } from './declarations/declare.ts';
import { namedType, resolveType } from './declarations/derived-types.ts';
import { isAbstractInterface } from './declarations/incomplete.ts';
import type { ModuleInterface } from './declarations/module-interface.ts';
import { analyseModule, environmentOf } from './declarations/modules.ts';
import { usesOpenLengths } from './declarations/open-lengths.ts';
import { lengthsGiven } from './declarations/parameterized-types.ts';
import { declareContained, prepare } from './declarations/procedures.ts';
import { resolveEntry } from './declarations/resolve-entry.ts';
import { finishSpecification } from './declarations/specification.ts';
import { analyseSubmodule } from './declarations/submodules.ts';
import { concurrentOnDevice } from './directives/concurrent.ts';
import { deviceParts } from './directives/device-calls.ts';
import { expression } from './expressions/expressions.ts';
import { checkMistakes } from './mistakes/check-mistakes.ts';
import { checkReadBeforeSet } from './mistakes/read-before-set.ts';
import { proceduresOf, runsOnDevice } from './mistakes/walk.ts';
import { disagreementsIn, type Externals } from './rules/across-files.ts';
import { bindNameTwice, callsOfUnits, unitNameTwice } from './rules/global-names.ts';
import { checkPurity } from './rules/purity.ts';
import { checkReferences } from './rules/references.ts';
import { newScope } from './scope.ts';
import { analyseBody, analyseMain } from './statements/bodies.ts';
import { statements } from './statements/statements.ts';

export type Analysed = {
  readonly program: Program;
  readonly modules: readonly ModuleInterface[];
  /** For what the files of one program say of each other (rules/across-files.ts). */
  readonly externals: Externals;
  readonly diagnostics: readonly Diagnostic[];
};

export function analyseFile(file: tree.File, options: Options): Analysed {
  const diagnostics: Diagnostic[] = [];
  const root = rootEnv(options, (d) => diagnostics.push(d), file);
  const { file: context } = root;
  for (const unit of file.units)
    if (unit.kind === 'subroutine' || unit.kind === 'function') declareContained(root, unit);
  const procedures: Procedure[] = [];
  const modules: ModuleInfo[] = [];
  const ready = new Map<tree.ProgramUnit, readonly Procedure[]>();
  for (const unit of file.units)
    if (unit.kind === 'module') {
      const name = unit.name.text;
      const analyse = (): void => {
        context.laterModules.delete(name);
        ready.set(unit, analyseUnit(root, unit));
      };
      context.laterModules.set(name, { span: unit.name.span, analyse });
    }
  for (const unit of file.units) {
    if (unit.kind === 'module') {
      modules.push({ name: unit.name.text, span: unit.name.span });
      if (!ready.has(unit)) context.laterModules.get(unit.name.text)?.analyse();
    }
    procedures.push(...(ready.get(unit) ?? (unit.kind === 'module' ? [] : analyseUnit(root, unit))));
  }
  procedures.push(...context.added, ...context.intrinsicProcedures.values());
  const program: Program = { modules, procedures, variables: [...new Set(context.variables)] };
  for (const d of [...unitNameTwice(file.units), ...bindNameTwice(file.units, procedures, program.variables)])
    context.report(d);
  for (const d of callsOfUnits(file.units, context.namedCalls)) context.report(d);
  const externals = externalsOf(context, program);
  if (!hasErrors(diagnostics)) for (const d of disagreementsIn(externals)) context.report(d);
  const { met, typed } = context.typeless;
  for (const at of met) if (!typed.has(at)) context.report(expressionErrors.typelessLiteral(at));
  diagnostics.push(...checked(program, options, diagnostics));
  return {
    program,
    modules: [...context.modules.values(), ...context.submodules],
    externals,
    diagnostics: inOrder(diagnostics),
  };
}

/** What it defines for other files, and what it expects of them. */
function externalsOf(context: FileContext, program: Program): Externals {
  const described = [...context.prepared.values()].flatMap(({ procedure: p }) =>
    p.origin === 'external' && !p.body && !isAbstractInterface(p) ? [p] : [],
  );
  return { defined: program.procedures.filter((p) => p.origin === 'external'), described, calls: context.namedCalls };
}

/** What the checks of whole procedures find. All look at a procedure before the next one: it is in the processor's cache then. */
function checked(program: Program, options: Options, before: readonly Diagnostic[]): readonly Diagnostic[] {
  const rules: Diagnostic[] = [];
  const purity: Diagnostic[] = [];
  const unset: Diagnostic[] = [];
  const mistakes: Diagnostic[] = [];
  // Statements with an error are left out, and may have been those that set something.
  const isSound = !hasErrors(before) && (options.syntaxErrors ?? []).length === 0;
  // What needs a module that was not found is left out of the program: the rest says little about the user's.
  const isWhole = !before.some((d) => d.code === 'unknown-module');
  for (const p of proceduresOf(program)) {
    checkReferences(p, (d) => rules.push(d));
    checkPurity(p, (d) => purity.push(d));
    if (isSound) checkReadBeforeSet((d) => unset.push(d), p);
    if (!options.cuda || !isWhole) continue;
    if (runsOnDevice(p)) placeConstants(p);
    checkMistakes(p, (d) => mistakes.push(d), options.defaultReal);
  }
  const isRead = (options.syntaxErrors ?? []).length === 0;
  const told = isRead ? mistakes : mistakes.filter((d) => !doubtful.has(d.code));
  if (options.syntaxErrors?.some(isLoop)) rules.splice(0, rules.length, ...rules.filter((d) => !doubtful.has(d.code)));
  const stillSound = !hasErrors(rules) && !hasErrors(purity);
  return [...rules, ...purity, ...(stillSound ? unset : []), ...told];
}

/** Beside statements that could not be read: a condition may have asked for the bounds, and an `end do` may be missing. */
const doubtful: ReadonlySet<string> = new Set(['missing-bounds-check', 'loop-variable-set']);

function isLoop({ source, from }: Span): boolean {
  return /^(?:\w+\s*:\s*)?do\b/i.test(source.text.slice(from, from + 80));
}

/** By place, the same message at the same place only once. */
function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  const once = diagnostics.filter((d) => {
    const at = d.labels[0]?.at;
    const key = `${d.code} ${at?.source.path} ${at?.from} ${d.account?.under?.from ?? ''} ${d.message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return once.sort((a, b) => {
    const x = a.labels[0]?.at;
    const y = b.labels[0]?.at;
    return x && y && x.source === y.source ? x.from - y.from : 0;
  });
}

function analyseUnit(root: Env, unit: tree.ProgramUnit): readonly Procedure[] {
  switch (unit.kind) {
    case 'program':
      return [analyseMain(root, unit)];
    case 'module':
      return analyseModule(root, unit);
    case 'submodule':
      return analyseSubmodule(root, unit);
    case 'block-data':
      return blockData(root, unit);
    case 'module-procedure':
      return [];
    default:
      if (root.scope.names.get(unit.name.text)?.facts.unit !== unit) return [];
      return [analyseBody(unit, prepare(root, unit, 'external'))];
  }
}

function blockData(root: Env, unit: tree.BlockData): readonly Procedure[] {
  const scope = newScope({
    kind: 'procedure',
    parent: undefined,
    prefix: unit.name?.text ?? 'block-data',
    static: true,
  });
  const env: Env = { ...root, scope };
  collect(env, unit.specification);
  finishSpecification(env);
  for (const { name, span, facts } of scope.names.values())
    if ((facts.data || facts.initial) && facts.common === undefined && !facts.equivalenced)
      root.file.report(declarationErrors.blockDataObject(name, span));
  return [];
}

function rootEnv(options: Options, report: (d: Diagnostic) => void, parsed: tree.File): Env {
  const externals = newScope({ kind: 'file', parent: undefined, prefix: '' });
  const file: FileContext = {
    options,
    report,
    modules: new Map(),
    laterModules: new Map(),
    moduleEnvs: new Map(),
    submodules: [],
    externals,
    variables: [],
    damaged: damagedNames(options.syntaxErrors ?? []),
    told: new Set(),
    openLengths: usesOpenLengths(parsed),
    labels: parsed.labels,
    onDevice: deviceParts(parsed, options),
    typeless: { met: new Set(), typed: new Set() },
    missingModules: new Set(),
    prepared: new Map(),
    resolve: resolveEntry,
    resolveType,
    instance: namedType,
    lengths: lengthsGiven,
    environment: environmentOf,
    expression,
    statements,
    entryProcedures: new Map(),
    added: [],
    namedCalls: [],
    intrinsicProcedures: new Map(),
    concurrentOnDevice,
    intrinsicProcedure,
  };
  return {
    file,
    scope: externals,
    unit: undefined,
    side: 'host',
    kernelLoop: false,
    constructs: undefined,
    specification: false,
  };
}

/** The words on the lines of syntax errors, continued lines included. */
function damagedNames(places: readonly Span[]): Set<string> {
  const names = new Set<string>();
  for (const at of places) {
    let { line } = startOf(at);
    for (let text = lineText(at.source, line); ; text = lineText(at.source, ++line)) {
      for (const word of text.matchAll(/[a-z_]\w*/gi)) names.add(word[0].toLowerCase());
      if (!/&\s*(?:!.*)?$/.test(text)) break;
    }
  }
  return names;
}
