/** Finds and renames the members by which documents name other documents. */
import type { YamlEdit } from '../../lib/yaml/edit-yaml.ts'
import type { YamlPath } from '../../lib/yaml/yaml-text.ts'
import { findKind } from '../documents/index.ts'
import type { DocumentOutline } from './outline-document.ts'

/** Returns the texts by which documents name a document; the first one is the usual one. */
export function referenceNames({ kind, name, version }: DocumentOutline): string[] {
  if (kind === 'api') return [`${name}:${version}`]
  return kind === 'tls-client-profile' || kind === 'product' ? [name, `${name}:${version ?? '1.0.0'}`] : [name]
}

/** Returns the paths at which the value of a document of a kind names the target. */
export function findReferences(kind: string, value: unknown, target: DocumentOutline): YamlPath[] {
  const names = referenceNames(target)
  return listReferenceRows(kind)
    .filter(({ to }) => to.includes(target.kind))
    .flatMap(({ path }) => [...walk(value, path, [])])
    .filter(({ found }) => names.includes(String(found)))
    .map(({ at }) => at)
}

/** Returns what a document of a kind names: each kind that the reference can lead to, with the name. */
export function listTargets(kind: string, value: unknown): string[] {
  return listReferenceRows(kind).flatMap(({ path, to }) =>
    [...walk(value, path, [])].flatMap(({ found }) => to.map((each) => `${each} ${String(found)}`)),
  )
}

/** As `listTargets`, from the text of a large document, which is not parsed. */
export function scanTargets(kind: string, text: string): string[] {
  return listReferenceRows(kind).flatMap(({ path, to }) => {
    const member = new RegExp(`(?:^|[{,\\s])"?${path.at(-1)}"?: *["']?([^"'#,}\\n]+)`, 'g')
    return [...text.matchAll(member)].flatMap(([, name = '']) => to.map((each) => `${each} ${name.trim()}`))
  })
}

/** Returns for each document how many other documents name it. */
export function countUses(outlines: readonly DocumentOutline[]): ReadonlyMap<DocumentOutline, number> {
  const counts = new Map<string, number>()
  for (const { targets = [] } of outlines)
    for (const target of new Set(targets)) counts.set(target, (counts.get(target) ?? 0) + 1)
  return new Map(
    outlines.map((outline) => {
      const names = referenceNames(outline)
      return [outline, names.reduce((sum, name) => sum + (counts.get(`${outline.kind} ${name}`) ?? 0), 0)]
    }),
  )
}

function listReferenceRows(kind: string) {
  return findKind(kind)?.references ?? []
}

/** Returns the edits that give the references of a document to the target the new name. */
export function renameReferences(kind: string, value: unknown, target: DocumentOutline, name: string): YamlEdit[] {
  const before = referenceNames(target)
  const after = referenceNames({ ...target, name })
  return findReferences(kind, value, target).map((path) => ({
    do: 'set',
    path,
    value: after[before.indexOf(String(readPath(value, path)))],
  }))
}

/** Returns the edits that give a document itself the new name. */
export function renameDocument(kind: string, name: string): YamlEdit[] {
  const [path = ['name']] = findKind(kind)?.identity ?? []
  return [{ do: 'set', path, value: name }]
}

function* walk(
  value: unknown,
  [step, ...rest]: readonly string[],
  at: YamlPath,
): Generator<{ at: YamlPath; found: unknown }> {
  if (step === undefined) return yield { at, found: value }
  if (typeof value !== 'object' || value === null) return
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, inner] of members) {
    if (step === '**') {
      yield* walk(inner, [step, ...rest], [...at, key])
      if (key === rest[0]) yield* walk(inner, rest.slice(1), [...at, key])
    } else if (step === '*' || step === key) yield* walk(inner, rest, [...at, key])
  }
}

function readPath(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)?.[key], value)
}
