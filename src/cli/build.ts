/** `cufort build`, and nvfortran by another name: objects, module files, executables. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { hasErrors } from '../base/diagnostic.ts';
import { carriedModules } from '../driver/carried.ts';
import type { Unit } from '../driver/compile.ts';
import { imageForCuda } from '../driver/cuda.ts';
import type { ForeignInputs } from '../driver/foreign/foreign.ts';
import { notLinked } from '../driver/foreign/foreign-inputs.ts';
import type { Image } from '../driver/link.ts';
import { manyOutputs, noDevice, sameObject } from '../driver/messages.ts';
import { moduleFileText } from '../driver/module-files.ts';
import { writeObject } from '../driver/objects.ts';
import type { Options } from '../driver/options.ts';
import { compileInputs, type Inputs, imagesToKeep, linkInputs } from '../driver/program.ts';
import { withExtension } from '../driver/sources.ts';
import { allocatesUnknown } from '../ir/allocations.ts';
import type { Program } from '../ir/link.ts';
import type { Fn } from '../ir/module.ts';
import { readArguments, reportArguments } from './arguments.ts';
import { chosenDevices, type DeviceName } from './device-choice.ts';
import { disk } from './disk.ts';
import { executableFile } from './executable.ts';
import { compileC } from './foreign-code.ts';
import { keepPtx } from './keep.ts';
import { join } from './ld.ts';
import { leaveWhereabouts } from './leave-whereabouts.ts';
import { print } from './print.ts';
import { remarks, report } from './report.ts';
import { showStage } from './show.ts';
import { writeRuntime } from './standalone.ts';
import { compilerVersion } from './version.ts';

export function runBuild(words: readonly string[]): number {
  const args = readArguments(words.map(ofToolkit));
  if (words.includes('-V') && args.options.inputs.length === 0) {
    print(`${compilerVersion}\n`);
    return 0;
  }
  if (reportArguments(args)) return 1;
  if (args.options.relocatable) return join(args.options.inputs, args.options.output ?? 'a.out');
  if (args.options.show) return showStage(args.options.show, args.options);
  return build(args.options);
}

/** A library of the toolkit that stands for CUDA's, which CMake names by its path, as -lNAME. */
function ofToolkit(word: string): string {
  const [, name] = /\/toolkit\/lib64\/(?:stubs\/)?lib(\w+)\.(?:so|a)$/.exec(word) ?? [];
  return name === undefined ? word : `-l${name}`;
}

function build(options: Options): number {
  const inputs = compileInputs(options, disk);
  const { units } = inputs;
  const diagnostics = [...inputs.diagnostics];
  if (options.compileOnly && options.output && units.length > 1) diagnostics.push(manyOutputs());
  if (options.compileOnly && !options.output)
    diagnostics.push(...sameObjects([...units.map(({ path }) => path), ...inputs.foreign.sources]));
  if (report(diagnostics, options.warnings)) return 1;
  writeModules(units, options);
  const problem = options.compileOnly ? compileCSources(inputs.foreign, options) : undefined;
  if (problem) return report([problem], options.warnings) ? 1 : 0;
  return options.compileOnly ? writeObjects(units, options) : writeExecutable(inputs, options);
}

/** Sources of the same name in different folders, whose objects would replace each other. */
function sameObjects(paths: readonly string[]): readonly Diagnostic[] {
  const first = new Map<string, string>();
  return paths.flatMap((path) => {
    const object = withExtension(path, '.o');
    const before = first.get(object);
    if (before === undefined) first.set(object, path);
    return before === undefined ? [] : [sameObject(before, path, object)];
  });
}

function writeModules(units: readonly Unit[], options: Options): void {
  for (const unit of units)
    for (const m of unit.interfaces) disk.write(`${options.modulePath ?? '.'}/${m.name}.mod`, moduleFileText(m));
}

/** As `cc -c` does it. */
function compileCSources(foreign: ForeignInputs, options: Options): Diagnostic | undefined {
  for (const source of foreign.sources) {
    const reason = compileC(source, options.output ?? withExtension(source, '.o'), foreign);
    if (reason !== undefined) return notLinked(reason);
  }
  return undefined;
}

function writeObjects(units: readonly Unit[], options: Options): number {
  for (const unit of units) {
    const object = options.output ?? withExtension(unit.path, '.o');
    writeObject(object, unit.module, disk);
    if (options.dependencies.asked) writeRule(object, unit, options.dependencies);
  }
  return 0;
}

/** As `cc -MD` does it. */
function writeRule(object: string, unit: Unit, { file, target }: Options['dependencies']): void {
  const names = [unit.path, ...(unit.headers ?? [])].map((name) => name.replace(/[ #]/g, '\\$&'));
  disk.write(file ?? withExtension(object, '.d'), `${target ?? object}: ${names.join(' \\\n  ')}\n`);
}

function writeExecutable(inputs: Inputs, options: Options): number {
  const linked = linkInputs(inputs, disk);
  const diagnostics: readonly Diagnostic[] = linked.diagnostics;
  if (report(diagnostics, options.warnings) || hasErrors(diagnostics) || !linked.program) return 1;
  const devices = chosenDevices(options);
  if (typeof devices === 'string') return report([noDevice(devices)], options.warnings) ? 1 : 0;
  const { program } = linked;
  disk.working?.('writing the executable');
  const images = devices.flatMap((device) => imagesFor(device, program, options).map((image) => ({ device, image })));
  const output = options.output ?? 'a.out';
  disk.write(output, executableFile(images, options, carriedModules(inputs, options)), true);
  if (options.standalone) writeRuntime(output, inputs.foreign.sharedLibraries);
  leaveWhereabouts();
  return 0;
}

const isOwn = (fn: Fn): boolean => fn.at.source.path !== '' && !fn.at.source.path.startsWith(disk.libraryFolder());

/** Two for the simulated device where the program may come to need more than 4 GiB, which it shares with the host. */
function imagesFor(device: DeviceName, program: Program, options: Options): readonly Image[] {
  if (device === 'cuda') return [imageForCuda(program, options, disk, keepPtx(options))];
  const make = imagesToKeep(program, options, isOwn, options.information ? remarks(options) : undefined);
  const image = make(options.memory);
  const isOpen = options.memory === undefined && image.layout.address === 'i32' && allocatesUnknown(program, isOwn);
  return isOpen ? [image, make(64)] : [image];
}
