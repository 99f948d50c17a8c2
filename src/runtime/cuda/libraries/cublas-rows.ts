/** The functions of cuBLAS: name and arguments once, for the types of numbers that have them. */
import type { NativeRow } from './signature.ts';

type Kind = 's' | 'd' | 'c' | 'z';
type Types = 'all' | 'real' | 'complex';
/** `named`: how the name goes on after `cublas`, with the letter of the type or that of its real in front; v2: ends in _v2. */
type Row = {
  readonly name: string;
  readonly takes: string;
  readonly types?: Types;
  readonly named?: 'place' | 'real' | 'mixed';
  readonly plain?: true;
  /** It has no scalars. */
  readonly once?: true;
  /** Where our name differs. */
  readonly ours?: string;
};

const routines: readonly Row[] = [
  { name: 'axpy', takes: 'hippipi' },
  { name: 'scal', takes: 'hippi' },
  { name: 'scal', takes: 'hippi', types: 'complex', named: 'mixed' },
  { name: 'copy', takes: 'hipipi', once: true },
  { name: 'swap', takes: 'hipipi', once: true },
  { name: 'dot', takes: 'hipipip', types: 'real' },
  { name: 'dotu', takes: 'hipipip', types: 'complex' },
  { name: 'dotc', takes: 'hipipip', types: 'complex' },
  { name: 'rot', takes: 'hipipipp' },
  { name: 'rot', takes: 'hipipipp', types: 'complex', named: 'mixed' },
  { name: 'rotg', takes: 'hpppp' },
  { name: 'rotm', takes: 'hipipip', types: 'real' },
  { name: 'rotmg', takes: 'hppppp', types: 'real' },
  { name: 'asum', takes: 'hipip', named: 'real' },
  { name: 'nrm2', takes: 'hipip', named: 'real' },
  { name: 'amax', takes: 'hipip', named: 'place' },
  { name: 'amin', takes: 'hipip', named: 'place' },
  { name: 'gemv', takes: 'hiiippipippi' },
  { name: 'gbmv', takes: 'hiiiiippipippi' },
  { name: 'symv', takes: 'hiippipippi' },
  { name: 'hemv', takes: 'hiippipippi', types: 'complex' },
  { name: 'sbmv', takes: 'hiiippipippi', types: 'real' },
  { name: 'hbmv', takes: 'hiiippipippi', types: 'complex' },
  { name: 'spmv', takes: 'hiipppippi', types: 'real' },
  { name: 'hpmv', takes: 'hiipppippi', types: 'complex' },
  { name: 'ger', takes: 'hiippipipi', types: 'real' },
  { name: 'geru', takes: 'hiippipipi', types: 'complex' },
  { name: 'gerc', takes: 'hiippipipi', types: 'complex' },
  { name: 'syr', takes: 'hiippipi' },
  { name: 'her', takes: 'hiippipi', types: 'complex' },
  { name: 'syr2', takes: 'hiippipipi' },
  { name: 'her2', takes: 'hiippipipi', types: 'complex' },
  { name: 'spr', takes: 'hiippip', types: 'real' },
  { name: 'hpr', takes: 'hiippip', types: 'complex' },
  { name: 'spr2', takes: 'hiippipip', types: 'real' },
  { name: 'hpr2', takes: 'hiippipip', types: 'complex' },
  { name: 'trmv', takes: 'hiiiipipi', once: true },
  { name: 'tbmv', takes: 'hiiiiipipi', once: true },
  { name: 'tpmv', takes: 'hiiiippi', once: true },
  { name: 'trsv', takes: 'hiiiipipi', once: true },
  { name: 'tbsv', takes: 'hiiiiipipi', once: true },
  { name: 'tpsv', takes: 'hiiiippi', once: true },
  { name: 'gemm', takes: 'hiiiiippipippi' },
  { name: 'symm', takes: 'hiiiippipippi' },
  { name: 'hemm', takes: 'hiiiippipippi', types: 'complex' },
  { name: 'syrk', takes: 'hiiiippippi' },
  { name: 'herk', takes: 'hiiiippippi', types: 'complex' },
  { name: 'syr2k', takes: 'hiiiippipippi' },
  { name: 'her2k', takes: 'hiiiippipippi', types: 'complex' },
  { name: 'syrkx', takes: 'hiiiippipippi', plain: true },
  { name: 'herkx', takes: 'hiiiippipippi', types: 'complex', plain: true },
  { name: 'trmm', takes: 'hiiiiiippipipi' },
  { name: 'trsm', takes: 'hiiiiiippipi' },
  { name: 'gemm3m', takes: 'hiiiiippipippi', types: 'complex', plain: true },
  { name: 'gemmBatched', takes: 'hiiiiippipippii', plain: true },
  { name: 'gemmStridedBatched', takes: 'hiiiiippilpilppili', plain: true },
  { name: 'trsmBatched', takes: 'hiiiiiippipii', plain: true },
  { name: 'geam', takes: 'hiiiippippipi', plain: true },
  { name: 'dgmm', takes: 'hiiipipipi', once: true, plain: true },
  { name: 'tpttr', takes: 'hiippi', once: true, plain: true },
  { name: 'trttp', takes: 'hiipip', once: true, plain: true },
  { name: 'getrfBatched', takes: 'hipippi', once: true, plain: true },
  { name: 'getrfBatched', takes: 'hipippi', once: true, plain: true, ours: 'getrfBatchedplain' },
  { name: 'getrsBatched', takes: 'hiiipippipi', once: true, plain: true },
  { name: 'getriBatched', takes: 'hipippipi', once: true, plain: true },
  { name: 'geqrfBatched', takes: 'hiipippi', once: true, plain: true },
  { name: 'gelsBatched', takes: 'hiiiipipippi', once: true, plain: true },
  { name: 'matinvBatched', takes: 'hipipipi', once: true, plain: true },
];

const typesOfNumbers: Readonly<Record<Types, readonly Kind[]>> = {
  all: ['s', 'd', 'c', 'z'],
  real: ['s', 'd'],
  complex: ['c', 'z'],
};
const realOf: Readonly<Record<Kind, string>> = { s: 's', d: 'd', c: 's', z: 'd' };

/** Functions whose arguments name the types, with scalars on the host and on the device. */
const typed: readonly (readonly [name: string, takes: string])[] = [
  ['cublasGemmEx', 'hiiiiippiipiippiiii'],
  ['cublasGemmStridedBatchedEx', 'hiiiiippiilpiilppiiliii'],
  ['cublasGemmBatchedEx', 'hiiiiippiipiippiiiii'],
  ['cublasSgemmEx', 'hiiiiippiipiippii'],
  ['cublasCgemmEx', 'hiiiiippiipiippii'],
  ['cublasCgemm3mEx', 'hiiiiippiipiippii'],
  ['cublasCsyrkEx', 'hiiiippiippii'],
  ['cublasCherkEx', 'hiiiippiippii'],
  ['cublasCsyrk3mEx', 'hiiiippiippii'],
  ['cublasCherk3mEx', 'hiiiippiippii'],
  ['cublasAxpyEx', 'hipipiipiii'],
  ['cublasScalEx', 'hipipiii'],
];
/** The same with scalars and results on the host alone. */
const typedOnHost: readonly (readonly [name: string, takes: string])[] = [
  ['cublasDotEx', 'hipiipiipii'],
  ['cublasDotcEx', 'hipiipiipii'],
  ['cublasNrm2Ex', 'hipiipii'],
  ['cublasAsumEx', 'hipiipii'],
  ['cublasCopyEx', 'hipiipii'],
  ['cublasSwapEx', 'hipiipii'],
  ['cublasIamaxEx', 'hipiip'],
  ['cublasIaminEx', 'hipiip'],
  ['cublasRotEx', 'hipiipiippii'],
  ['cublasSgemmGroupedBatched', 'hpppppppppppppip'],
  ['cublasDgemmGroupedBatched', 'hpppppppppppppip'],
  ['cublasGemmGroupedBatchedEx', 'hpppppppippipppipipi'],
];

export const cublasRows: readonly NativeRow[] = [
  ...routines.flatMap((row) => typesOfNumbers[row.types ?? 'all'].flatMap((kind) => rowsOf(row, kind))),
  ...typed.flatMap(([name, takes]) => (['host', 'device'] as const).map((scalars) => typedRow(name, takes, scalars))),
  ...typedOnHost.map(([name, takes]) => typedRow(name, takes, 'host')),
  { routine: 'cublas_types.cublascreate', when: 'after', does: 'create' },
  { routine: 'cublas_types.cublasinit', when: 'after', does: 'initialise' },
  { routine: 'cublas_types.cublasdestroy', when: 'after', does: 'destroy' },
  { routine: 'cublas_types.cublassetstream', when: 'after', does: 'stream' },
  { routine: 'cublas_types.cublassetmathmode', when: 'after', does: 'math' },
];

function typedRow(name: string, takes: string, scalars: 'host' | 'device'): NativeRow {
  return {
    routine: `cublas_ex.${name.toLowerCase()}${scalars === 'device' ? '_device' : ''}`,
    when: 'before',
    calls: { library: 'cublas', name, takes },
    scalars,
  };
}

function rowsOf(row: Row, kind: Kind): readonly NativeRow[] {
  const ours = stem(row, kind, row.ours ?? row.name).toLowerCase();
  const name = `cublas${stem(row, kind, row.name)}${row.plain ? '' : '_v2'}`;
  const line = (mode: string): NativeRow => ({
    routine: `cublas_api_${kind}.cublas${ours}_${mode}`,
    when: 'before',
    calls: { library: 'cublas', name, takes: row.takes },
  });
  return row.once
    ? [line('hpm')]
    : [
        { ...line('hpm'), scalars: 'host' },
        { ...line('dpm'), scalars: 'device' },
      ];
}

/** Sgemm, Isamax, Scnrm2, Csscal. */
function stem({ named }: Row, kind: Kind, name: string): string {
  const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
  switch (named) {
    case 'place':
      return `I${kind}${name}`;
    case 'real':
      return upper(realOf[kind] === kind ? kind : realOf[kind] + kind) + name;
    case 'mixed':
      return upper(kind) + realOf[kind] + name;
    default:
      return upper(kind) + name;
  }
}
