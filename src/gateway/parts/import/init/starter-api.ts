/** The API of a new folder when it comes from an OpenAPI file: `sluice init --openapi`. */
import type { OpenApiFile } from '../../../../shared/cli/common/command.ts'
import { trimCharacters } from '../../../../shared/lib/text/trim-characters.ts'
import { readOpenApi } from '../commands/read-openapi.ts'
import { ImportError, type ImportedApi, importApi, initWords } from '../engine/index.ts'
import { type Answers, guessedBackend } from './questions.ts'
import { providerName } from './starter-documents.ts'

/**
 * Reads and bundles the file. Returns the bundled document, the defaults of the questions that it answers, and the function
 * that returns the API for the answers, which throws `ImportError`. Rejects with a message for the user.
 */
export async function readStarterApi(file: OpenApiFile) {
  const { document, source } = await readOpenApi(file)

  function convert(name: string | undefined, upstream: string | undefined): ImportedApi {
    return importApi(structuredClone(document), source, {
      words: initWords,
      name,
      upstream,
      scope: name,
      variables: new Map(),
      provider: {
        name: providerName,
        grants: new Set(['password']),
        hasScopes: true,
        tokenUrl: `https://$(catalog.url)/${providerName}/oauth2/token`,
        authorizationUrl: `https://$(catalog.url)/${providerName}/oauth2/authorize`,
      },
    })
  }

  return {
    document,
    presets: findPresets(convert),
    convert: ({ api, backend }: Pick<Answers, 'api' | 'backend'>) => convert(api, backend),
  }
}

/** A file without the URL of a server leaves the question for it open. */
function findPresets(convert: (name: undefined, upstream: string | undefined) => ImportedApi): Partial<Answers> {
  try {
    const { name, upstream } = convert(undefined, undefined)
    return upstream === undefined ? { api: toAnswer(name) } : { api: toAnswer(name), backend: upstream }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { api: toAnswer(convert(undefined, guessedBackend).name) }
  }
}

/** Returns a name in the characters that the question accepts. */
function toAnswer(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
  return trimCharacters(words, '-')
}
