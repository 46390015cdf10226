/** The console layout of each user, a file each. A write names its predecessor, so that tabs keep each other's. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../../shared/lib/files/replace-file.ts'
import type { Log } from '../../../../shared/lib/output/log.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseBody } from '../../../web/http/parse-body.ts'
import { ConsoleLayout, emptyLayout } from '../contract/layout.ts'

export interface StoredLayout {
  layout: ConsoleLayout
  /** The entity tag of the layout, with its quotes: RFC 9110 section 8.8.3. */
  etag: string
}

export type LayoutStore = ReturnType<typeof openLayoutStore>

/** The folder below the folder of `mqwebuser.xml`. */
const layoutFolderName = 'console'

export function openLayoutStore(folder: string, log: Log) {
  const layouts = join(folder, layoutFolderName)
  /** The last write of each user. A write waits for the write before it. */
  const writes = new Map<string, Promise<unknown>>()

  /** Returns the layout of a user; the empty layout when the user has none or its file is damaged. */
  async function load(user: string): Promise<StoredLayout> {
    const layout = await readLayoutFile(buildLayoutPath(layouts, user), log)
    return { layout, etag: buildEtag(layout) }
  }

  async function replace(user: string, layout: ConsoleLayout, expected: string): Promise<string | undefined> {
    const { etag } = await load(user)
    if (etag !== expected) return undefined
    await makeFolder(layouts, { mode: 0o700 })
    await replaceFile(buildLayoutPath(layouts, user), JSON.stringify({ user, ...layout }), { mode: 0o600 })
    return buildEtag(layout)
  }

  return {
    load,

    /** Replaces the layout on disk. Resolves with its entity tag; undefined when the stored one is not `expected`. */
    save(user: string, layout: ConsoleLayout, expected: string): Promise<string | undefined> {
      const before = writes.get(user) ?? Promise.resolve()
      const written = before.catch(() => {}).then(() => replace(user, layout, expected))
      writes.set(user, written)
      const forget = () => {
        if (writes.get(user) === written) writes.delete(user)
      }
      written.then(forget, forget)
      return written
    },
  }
}

/** The digest keeps user names with slashes, dots or thousands of characters out of file names. */
function buildLayoutPath(folder: string, user: string): string {
  return join(folder, `${createHash('sha256').update(user).digest('hex').slice(0, 32)}.json`)
}

async function readLayoutFile(file: string, log: Log): Promise<ConsoleLayout> {
  try {
    return parseLayout(JSON.parse(await readFile(file, 'utf8')), storedSchema)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) log.warn({ err: error, file }, 'cannot read the console layout of a user; it starts empty')
    return emptyLayout
  }
}

function buildEtag(layout: ConsoleLayout): string {
  return `"${createHash('sha256').update(JSON.stringify(layout)).digest('base64url').slice(0, 22)}"`
}

/** The schema of files, which have the name of the user, and may have members of another version: these are left out. */
const storedSchema: typeof ConsoleLayout = JSON.parse(JSON.stringify(ConsoleLayout), (name, value) =>
  name === 'additionalProperties' ? undefined : value,
)

/** Returns the layout. Throws `RestError` with status 400 for the first member that does not fit. */
export function parseLayout(body: Readonly<Record<string, unknown>>, schema = ConsoleLayout): ConsoleLayout {
  const layout = parseBody(schema, body)
  requireDistinctIds(layout.dashboards, 'dashboards')
  for (const { widgets } of layout.dashboards) requireDistinctIds(widgets, 'widgets')
  return layout
}

function requireDistinctIds(items: readonly { id: string }[], member: string): void {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) throw new RestError('MQWB0015E', [JSON.stringify(id), `${member}.id`, 'it is given twice'])
    seen.add(id)
  }
}
