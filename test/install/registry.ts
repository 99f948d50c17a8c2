/** A registry of packages on this machine, of tarballs and their manifests: npm installs from it without a network. What it does not have it answers with 404. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { basename } from 'node:path';

export type Package = { readonly name: string; readonly version: string };
export type Registry = { readonly url: string; readonly server: Server };

/** `tarballs`: a file for each package's manifest. */
export async function openRegistry(tarballs: ReadonlyMap<Package, string>): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    for (const [manifest, file] of tarballs) {
      if (path === manifest.name)
        return void response.end(JSON.stringify(documentOf(manifest, file, addressOf(server))));
      if (path === basename(file)) return void response.end(readFileSync(file));
    }
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return { url: addressOf(server), server };
}

function addressOf(server: Server): string {
  const at = server.address();
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
}

function documentOf(manifest: Package, file: string, url: string): object {
  const version = { ...manifest, dist: { tarball: `${url}/${basename(file)}` } };
  return { name: manifest.name, 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: version } };
}
