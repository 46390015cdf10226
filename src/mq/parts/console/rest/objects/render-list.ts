/** Renders the response of a list of objects: the rows that changed, the deleted keys and the revision. */
import type { AttributeValue, CommandResponse, Principal } from '../../../../manager/index.ts'
import type { SnapshotRow } from '../../state/object-snapshot.ts'
import { renderRevision, type SnapshotLease } from '../../state/object-snapshots.ts'
import type { DisplayQuery } from './display-rows.ts'

/** The attribute that lists the caller's authorities. Rows of administrators, who have all, do not contain it. */
const authoritiesAttribute = 'authorities'

/** What one response contains. The rows are complete, so that they can be rendered after the connection closed. */
export interface ObjectList {
  query: DisplayQuery
  /** The `displayRevision` of the queue manager before the objects were read. */
  displayRevision: string | undefined
  objects: readonly CommandResponse[]
  /** The authorities on each object, in the order of the objects, for a user without every authority. */
  authorities: readonly string[] | undefined
  /** The index of the first object of which the user may see only the name and the type. */
  firstNameOnly: number
  mayCreate: boolean
}

function listAttributes({ kind, attributes }: DisplayQuery, isPrivileged: boolean): string[] {
  return [kind.key, ...attributes, ...(isPrivileged ? [] : [authoritiesAttribute])]
}

/** Renders the response to a client that has every row as it is. */
export function renderUnchanged(
  query: DisplayQuery,
  { privileged }: Principal,
  mayCreate: boolean,
  revision: string,
): string {
  const attributes = listAttributes(query, privileged)
  return JSON.stringify({ complete: false, mayCreate, attributes, rows: [], deleted: [], revision })
}

/** Renders the first rows of a longer list, without a revision: the client requests the whole list next. */
export function* renderFirst(list: Omit<ObjectList, 'displayRevision'>, first: number): Generator<string> {
  const { query, authorities, mayCreate, objects } = list
  const attributes = JSON.stringify(listAttributes(query, authorities === undefined))
  yield `{"complete":true,"total":${objects.length},"mayCreate":${mayCreate},"attributes":${attributes},"rows":[`
  let separator = ''
  for (const row of listRows({ ...list, objects: objects.slice(0, first) })) {
    yield separator + row.render()
    separator = ','
  }
  yield '],"deleted":[],"revision":""}'
}

/** Renders the response while it is sent. */
export function* renderList(list: ObjectList, lease: SnapshotLease): Generator<string> {
  const { query, authorities, mayCreate, displayRevision } = list
  const { snapshot, epoch, since } = lease
  const attributes = listAttributes(query, authorities === undefined)
  yield `{"complete":${since < 0},"mayCreate":${mayCreate},"attributes":${JSON.stringify(attributes)},"rows":[`
  const pass = snapshot.compare(listRows(list), since)
  let separator = ''
  let step = pass.next()
  try {
    for (; !step.done; step = pass.next()) {
      yield step.value === '' ? '' : separator + step.value
      if (step.value !== '') separator = ','
    }
  } finally {
    pass.return({ deleted: [], last: 0, isConsistent: false }) // the client may have closed the connection
  }
  const { deleted, last, isConsistent } = step.value
  if (isConsistent && displayRevision !== undefined) lease.recordChecked({ displayRevision, last, mayCreate })
  yield `],"deleted":[${deleted.join(',')}],"revision":"${renderRevision(epoch, last)}"}`
}

/**
 * Renders each row as `["NAME",value,…]`. When several rows have one name, such as the instances of a channel, the
 * later ones end with their occurrence: 2, 3. A key is the JSON text of the name, with the occurrence.
 */
function* listRows(list: Omit<ObjectList, 'displayRevision'>): Generator<SnapshotRow> {
  const { query, objects, authorities } = list
  const keywords = [query.kind.key, ...query.attributes].map((attribute) => attribute.toUpperCase())
  const occurrences = query.kind.hasUniqueNames ? undefined : new Map<string, number>()
  for (const [index, response] of objects.entries()) {
    const { version } = response
    if (!version && !response.attributes) continue
    const occurrence = occurrences ? countName(occurrences, renderName(response, keywords)) : 1
    yield {
      get key() {
        const name = renderName(response, keywords)
        return occurrence === 1 ? name : `[${name},${occurrence}]`
      },
      // The authorities of a user can change while the object stays the same.
      version: authorities ? undefined : version,
      render: () => renderRow(list, keywords, index, occurrence),
    }
  }
}

function countName(occurrences: Map<string, number>, name: string): number {
  const occurrence = (occurrences.get(name) ?? 0) + 1
  occurrences.set(name, occurrence)
  return occurrence
}

function renderName(response: CommandResponse, [nameKeyword = '']: readonly string[]): string {
  return renderValue(response.version ? response.version.object.name : findValue(response, nameKeyword))
}

function renderRow(
  { objects, authorities, firstNameOnly }: Omit<ObjectList, 'displayRevision'>,
  keywords: readonly string[],
  index: number,
  occurrence: number,
): string {
  const attributes = objects[index]?.attributes ?? [] // read once: each read computes them
  const texts = keywords.map((keyword, column) => {
    const isShown = index < firstNameOnly || keyword === 'TYPE' || column === 0
    return isShown ? renderValue(findValue({ attributes }, keyword)) : 'null'
  })
  if (authorities) texts.push(`"${authorities[index]}"`)
  if (occurrence > 1) texts.push(String(occurrence))
  return `[${texts.join()}]`
}

function findValue(
  { attributes = [] }: Pick<CommandResponse, 'attributes'>,
  keyword: string,
): AttributeValue | undefined {
  return attributes.find(([each]) => each === keyword)?.[1]
}

/** Matches text without characters that JSON escapes. */
const plain = /^[ !#-[\]-~]*$/

function renderValue(value: AttributeValue | undefined): string {
  if (value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value)
}
