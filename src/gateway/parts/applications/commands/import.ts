/** `sluice apps import`: takes applications from files into the store. The way back of `sluice apps export`. */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DocumentOverlay, locateDocument, openFileStorage } from '../../../config/index.ts'
import type { Catalog } from '../../../config/types/index.ts'
import { renderErrors } from '../../../lib/output/render-problem.ts'
import { type AppsArguments, type AppsDeps, type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog } from './find.ts'

export const importVerb: AppsVerb = async (call, deps) => {
  const { positionals, replace: mayReplace, dryRun: isDryRun } = call
  const folder = positionals[0] ?? deps.folder
  const catalog = await findCatalog(call, deps)
  if (!catalog.storesApplications || !deps.storedApplications)
    throw new Error(
      `catalog ${catalog.name} keeps applications in files: set portal.applications to store in ${catalog.location.file} first`,
    )
  const plan = await planImport(folder, catalog, deps.stored ?? [])
  const refused = mayReplace ? [] : plan.changed
  if (refused.length > 0 && !isDryRun) throw new Error(describeRefused(refused))

  const names = await checkImport([...plan.created, ...plan.changed], folder, deps)
  if (!isDryRun) await writeAll(plan, names, catalog, deps)
  const hidden = await listHidden(plan, deps)
  printPlan(call, deps, { plan, refused, hidden, catalog, folder })
  return refused.length > 0 ? 1 : 0
}

function describeRefused(changed: readonly ChangedApplication[]): string {
  return [
    `${changed.length} applications have another text in the store; nothing was written:`,
    ...changed.map(({ file }) => `  ${file}`),
    'Use --replace to replace them, or "sluice apps export DIR" to see the texts of the store.',
  ].join('\n')
}

/** Checks the documents with the new texts. Returns the names of the applications by file; rejects for errors. */
async function checkImport(
  texts: readonly DocumentOverlay[],
  folder: string,
  { load }: AppsDeps,
): Promise<ReadonlyMap<string, string>> {
  const { config, problems } = await load(texts)
  const errors = renderErrors(problems).map((line) => `  ${line}`)
  if (!config)
    throw new Error(
      [`nothing was written, because the documents would have errors with those of ${folder}:`, ...errors].join('\n'),
    )
  const applications = config.catalogs.flatMap((each) => each.applications)
  return new Map(applications.map(({ name, location }) => [location.file, name]))
}

/**
 * Writes the applications one by one, with an entry of the audit trail each. Rejects at the first one that was changed
 * meanwhile; the next import finds those before it unchanged.
 */
async function writeAll(
  { created, changed }: ImportPlan,
  names: ReadonlyMap<string, string>,
  { path }: Catalog,
  { storedApplications: storage, audit }: AppsDeps,
): Promise<void> {
  const steps = [
    ...created.map(({ file, text }) => ({ file, change: 'created', write: () => storage?.create(file, text) })),
    ...changed.map(({ file, before, text }) => ({
      file,
      change: 'replaced',
      write: () => storage?.replace(file, before, text),
    })),
  ]
  for (const [index, { file, change, write }] of steps.entries()) {
    if (!(await write()))
      throw new Error(
        `${file} was changed in the store at the same time: ${index} of ${steps.length} applications were written; run the command again`,
      )
    await audit('apps import', { catalog: path, application: names.get(file), file, change })
  }
}

/** Returns the files of the documents that hide imported applications. */
async function listHidden({ created, changed, same }: ImportPlan, { folder }: AppsDeps): Promise<string[]> {
  const files = openFileStorage(folder)
  const hidden: string[] = []
  for (const { file } of [...created, ...changed, ...same]) if (await files.has(file)) hidden.push(file)
  return hidden
}

interface ImportReport {
  plan: ImportPlan
  refused: readonly ChangedApplication[]
  hidden: readonly string[]
  catalog: Catalog
  folder: string
}

function printPlan(
  call: AppsArguments,
  deps: AppsDeps,
  { plan, refused, hidden, catalog, folder }: ImportReport,
): void {
  const { created, changed, same, others } = plan
  const replaced = refused.length > 0 ? [] : changed
  const verb = call.dryRun ? 'would be' : 'have been'
  const lines = [
    `${created.length + replaced.length} applications ${verb} imported into the store of catalog ${catalog.name}`,
    ...created.map(({ file }) => `  created    ${file}`),
    ...replaced.map(({ file }) => `  replaced   ${file}`),
    ...refused.map(({ file }) => `  different  ${file} (replaced only with --replace; without it nothing is imported)`),
    ...same.map(({ file }) => `  unchanged  ${file}`),
    ...(others.length > 0 ? [`${others.length} other applications of the store stay as they are`] : []),
    ...(hidden.length > 0 ? [`Files with the same paths are used instead: remove ${hidden.join(', ')}`] : []),
  ]
  const files = (each: readonly { file: string }[]) => each.map(({ file }) => file)
  printResult(call, deps, lines.join('\n'), {
    catalog: catalog.path,
    folder,
    dryRun: call.dryRun,
    created: files(created),
    replaced: files(replaced),
    different: files(refused),
    unchanged: files(same),
    others: files(others),
    hiddenByFiles: hidden,
  })
}

/** An application that is in the store with another text. */
type ChangedApplication = { file: string; text: string; before: string }

/** What an import does with the applications of a folder. */
interface ImportPlan {
  created: { file: string; text: string }[]
  changed: ChangedApplication[]
  same: { file: string }[]
  /** The applications of the catalog that are in the store only. */
  others: { file: string }[]
}

/** Compares the applications of a catalog below a folder with those in the store. Rejects when the folder has none. */
async function planImport(folder: string, catalog: Catalog, stored: readonly DocumentOverlay[]): Promise<ImportPlan> {
  const found = await readApplications(folder, catalog)
  const catalogFolder = `${dirname(catalog.location.file)}/`
  const texts = new Map(stored.map(({ file, text }) => [file, text]))
  const plan: ImportPlan = { created: [], changed: [], same: [], others: [] }
  for (const each of found) {
    const before = texts.get(each.file)
    if (before === undefined) plan.created.push(each)
    else if (before === each.text) plan.same.push(each)
    else plan.changed.push({ ...each, before })
  }
  const files = new Set(found.map(({ file }) => file))
  plan.others = stored.filter(({ file }) => file.startsWith(catalogFolder) && !files.has(file))
  return plan
}

/** The comment with which `export` begins a file where the folder has schemas. */
const editorHint = /^# yaml-language-server: .*\n/

/** Reads the applications of a catalog below a folder. Rejects when there is none. */
async function readApplications(folder: string, catalog: Catalog): Promise<{ file: string; text: string }[]> {
  const place = `${dirname(catalog.location.file)}/applications`
  const entries = await readdir(join(folder, place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.map((name) => `${place}/${name}`).filter((file) => locateDocument(file))
  if (files.length === 0) throw new Error(`there are no applications in ${join(folder, place)}`)
  const { read } = openFileStorage(folder)
  return Promise.all(files.toSorted().map(async (file) => ({ file, text: (await read(file)).replace(editorHint, '') })))
}
