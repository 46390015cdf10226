/** The files that an owner has chosen in the browser, as an import reads them. */
import { resolveLocation } from '../../../config/import/index.ts'
import { readYaml } from '../../../lib/yaml/edit-yaml.ts'
import type { ImportFile } from '../../../portal/index.ts'

export interface ChosenFiles {
  /** The files that are OpenAPI documents, and not parts of one. */
  readonly apis: readonly ImportFile[]
  /** Why a file is no YAML or JSON, by its path. */
  readonly broken: ReadonlyMap<string, string>
  /** Returns the location of a file for messages and references. */
  locate(path: string): string
  /**
   * Returns the file at a location. Browsers send no folders with chosen files, so that a file is also found by its name when
   * only one has it. Returns undefined when there is none.
   */
  find(location: string): ImportFile | undefined
}

export function openChosenFiles(files: readonly ImportFile[]): ChosenFiles {
  const byLocation = new Map(files.map((file) => [locate(file.path), file]))
  const broken = new Map<string, string>()
  const apis = files.filter(({ path, text }) => {
    try {
      const value = readYaml(text)
      return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value)
    } catch (error) {
      broken.set(path, (error as Error).message)
      return false
    }
  })
  return {
    ...{ apis, broken, locate },
    find(location) {
      const exact = byLocation.get(location)
      if (exact) return exact
      const named = files.filter(({ path }) => baseName(locate(path)) === baseName(location))
      return named.length === 1 ? named[0] : undefined
    },
  }
}

function locate(path: string): string {
  return resolveLocation(encodeURI(path.replaceAll('\\', '/')), 'file:///')
}

function baseName(location: string): string {
  return location.slice(location.lastIndexOf('/') + 1)
}
