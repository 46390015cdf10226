/** A loader that fetches the secrets of `$vault{}` which documents need and the environment does not have yet. */
import type { DocumentSource } from '../documents/open-documents.ts'
import type { VaultSecrets } from '../vault/vault-secrets.ts'
import type { Loader } from './loader.ts'

/** `secrets` puts values into the environment of the sources. */
export function addVaultSecrets<L extends Loader>(loader: L, secrets: Pick<VaultSecrets, 'fetchMissing'>): L {
  const run = async (load: Loader['load'], source: DocumentSource) => {
    const loaded = await load(source)
    return (await secrets.fetchMissing(loaded.secrets ?? [])) ? load(source) : loaded
  }
  return { ...loader, load: (source) => run(loader.load, source), preview: (source) => run(loader.preview, source) }
}
