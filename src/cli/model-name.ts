/** Which GPU is simulated. */
import { defaultModel, deviceModels, isModelName, type ModelName } from '../machine/models.ts';

/** The model of this name; undefined, with a message, where there is none. */
export function modelName(wanted: string | undefined): ModelName | undefined {
  if (wanted === undefined) return defaultModel;
  if (isModelName(wanted)) return wanted;
  process.stderr.write(
    `error[unknown-model]: there is no GPU model \`${wanted}\`\n  = help: one of ${Object.keys(deviceModels).join(', ')}\n`,
  );
  return undefined;
}
