/** Finds the lines of documents that no test would miss: leaves out one member at a time and runs the tests. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { type ConfigChange, describeChanges, findDocuments, ProblemList } from '../../../config/index.ts'
import { editYaml, YamlEditError } from '../../../lib/yaml/edit-yaml.ts'
import type { YamlPath } from '../../../lib/yaml/yaml-text.ts'
import { openDocumentLoader } from '../../../runtime/documents/open-documents.ts'
import { type TestDocumentsOptions, testDocuments } from '../engine/index.ts'

/**
 * Returns `file:line` with the member for each one whose absence no test notices, and the number of members that were left out.
 * Throws when the documents are not valid, or when a test fails before anything is changed.
 */
export async function findUnguardedLines(options: TestDocumentsOptions) {
  const { folder, environment, parts } = options
  const load = openDocumentLoader({ configFolder: folder, environment }, parts, { sandbox: true })
  const { config: before } = await load()
  if (!before) throw new Error('the documents have errors: "sluice check" lists them')
  const config = before
  const { failed, passed } = await testDocuments(config, options)
  if (failed > 0 || passed === 0)
    throw new Error(`${passed} tests pass and ${failed} fail: mend them first, "sluice test" lists them`)

  const lines: string[] = []
  let tried = 0
  async function leaveOut(file: string, text: string, members: readonly Member[]): Promise<void> {
    for (const { path, line, members: inner } of members) {
      const changed = removeMember(text, path)
      const other = changed === undefined ? undefined : (await load([{ file, text: changed }])).config
      if (!other || !changesCalls(describeChanges(config, other))) {
        await leaveOut(file, text, inner)
        continue
      }
      tried += 1
      const report = await testDocuments(other, { ...options, stopsAtFailure: true })
      if (report.failed === 0) lines.push(`${file}:${line} ${path.join('.')}`)
      else await leaveOut(file, text, inner)
    }
  }

  for (const { path: file, folder } of await findDocuments(options.folder, new ProblemList())) {
    if (folder === 'provider') continue // tests bring tokens, users and upstreams of their own
    const text = await readFile(join(options.folder, file), 'utf8')
    await leaveOut(file, text, listMembers(text))
  }
  return { lines, tried }
}

/** Returns whether the calls of applications may differ after the changes. */
function changesCalls(changes: readonly ConfigChange[]): boolean {
  return changes.some(({ kind, member = '' }) => !(kind === 'catalog' && member !== '') && !member.endsWith('title'))
}

/** Returns undefined when the member cannot be removed alone. */
function removeMember(text: string, path: YamlPath): string | undefined {
  try {
    return editYaml(text, [{ do: 'remove', path }])
  } catch (error) {
    if (error instanceof YamlEditError) return undefined
    throw error
  }
}

type Member = { path: YamlPath; line: number; members: readonly Member[] }

function listMembers(text: string): Member[] {
  const lines = new LineCounter()
  const tree = parseDocument(text, { lineCounter: lines })
  const lineOf = (node: Node) => lines.linePos(node.range?.[0] ?? 0).line

  function membersOf(node: unknown, path: YamlPath): Member[] {
    if (isMap(node)) {
      return node.items.flatMap(({ key, value }) =>
        isScalar(key) ? [memberAt(key, value, [...path, String(key.value)])] : [],
      )
    }
    if (isSeq(node)) return node.items.map((item, index) => memberAt(item as Node, item, [...path, index]))
    return []
  }

  function memberAt(place: Node, value: unknown, path: YamlPath): Member {
    return { path, line: lineOf(place), members: membersOf(value, path) }
  }
  return membersOf(tree.contents, [])
}
