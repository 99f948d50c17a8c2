// Whether a file that is made of the sources is newer than all of them, or there are none.
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

function isNewest(bundle, sources) {
  if (!existsSync(join(sources, 'cli/main.ts'))) return true;
  return existsSync(bundle) && !hasNewer(sources, statSync(bundle).mtimeMs);
}

function hasNewer(folder, time) {
  return readdirSync(folder).some((name) => {
    const path = `${folder}/${name}`;
    const status = statSync(path);
    return status.isDirectory() ? hasNewer(path, time) : status.mtimeMs >= time;
  });
}

module.exports = { isNewest };
