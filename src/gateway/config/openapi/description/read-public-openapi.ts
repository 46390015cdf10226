/** Reads an OpenAPI document for publication: `x-ibm-` members, which describe the gateway, are left out. */
import { isJsonObject, type JsonObject } from '../../../../shared/lib/collections/json-object.ts'
import { parseDocument, readDocumentText } from '../../text/parse-document.ts'
import { ProblemList } from '../../text/problem-list.ts'

/** Returns undefined when the file, whose path is relative to the configuration folder, cannot be read. */
export async function readPublicOpenApi(
  folder: string,
  file: string,
  environment: Record<string, string | undefined>,
): Promise<JsonObject | undefined> {
  const deps = { root: folder, environment, problems: new ProblemList() }
  const source = parseDocument(file, await readDocumentText(file, folder), deps)
  const document = source?.valueAt([])
  return isJsonObject(document) ? (removeInternalMembers(document) as JsonObject) : undefined
}

function removeInternalMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeInternalMembers)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('x-ibm-') && name !== 'x-key-type')
      .map(([name, member]) => [name, removeInternalMembers(member)]),
  )
}
