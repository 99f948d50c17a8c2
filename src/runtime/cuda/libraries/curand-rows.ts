/** The functions of cuRAND's host interface. */
import type { NativeRow } from './signature.ts';

const generate: readonly (readonly [ours: string, name: string, takes: string])[] = [
  ['raw_d', 'curandGenerate', 'rpl'],
  ['raw64_d', 'curandGenerateLongLong', 'rpl'],
  ['uniform_d', 'curandGenerateUniform', 'rpl'],
  ['double_d', 'curandGenerateUniformDouble', 'rpl'],
  ['normal_d', 'curandGenerateNormal', 'rplff'],
  ['normal_double_d', 'curandGenerateNormalDouble', 'rpldd'],
  ['log_d', 'curandGenerateLogNormal', 'rplff'],
  ['log_double_d', 'curandGenerateLogNormalDouble', 'rpldd'],
  ['poisson_d', 'curandGeneratePoisson', 'rpld'],
];
const settings: readonly (readonly [ours: string, name: string, takes: string])[] = [
  ['set_stream', 'curandSetStream', 'rl'],
  ['set_seed', 'curandSetPseudoRandomGeneratorSeed', 'rl'],
  ['set_offset', 'curandSetGeneratorOffset', 'rl'],
  ['curandsetgeneratorordering', 'curandSetGeneratorOrdering', 'ri'],
  ['curandsetquasirandomgeneratordimensions', 'curandSetQuasiRandomGeneratorDimensions', 'ri'],
];

export const curandRows: readonly NativeRow[] = [
  ...generate.map(
    ([ours, name, takes]): NativeRow => ({
      routine: `curand.${ours}`,
      when: 'before',
      calls: { library: 'curand', name, takes },
    }),
  ),
  ...settings.map(
    ([ours, name, takes]): NativeRow => ({
      routine: `curand.${ours}`,
      when: 'after',
      calls: { library: 'curand', name, takes },
      does: 'setting',
    }),
  ),
  { routine: 'curand.curandcreategenerator', when: 'after', does: 'create' },
  { routine: 'curand.curanddestroygenerator', when: 'after', does: 'destroy' },
];
