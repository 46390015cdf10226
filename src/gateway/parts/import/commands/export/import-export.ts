/** Imports a folder of API Connect's toolkit. Documents with errors, and products that need them, are left out. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { UsageError } from '../../../../../shared/cli/common/command.ts'
import { replaceFile } from '../../../../../shared/lib/files/replace-file.ts'
import { documentFolders } from '../../../../config/folders/index.ts'
import {
  type Config,
  type Differences,
  type DocumentOverlay,
  listDifferences,
  type Problem,
} from '../../../../config/index.ts'
import type { ImportFileOptions } from '../import-file.ts'
import { describeErrors } from '../import-report.ts'
import { writeOverlays } from '../write-overlays.ts'
import { enableInCatalog, type PlacedDocument, placeDocuments, renderPlaced } from './place-documents.ts'
import { readExport, type SkippedFile } from './read-export.ts'

export interface ImportExportOptions extends Pick<ImportFileOptions, 'folder' | 'replaces' | 'isDryRun' | 'load'> {
  /** The folder of the export. */
  exportFolder: string
  catalog: string | undefined
}

/** What becomes of a document. `kept`: the folder has another text of it, which stays without `--replace`. */
export type ImportResult = 'added' | 'changed' | 'unchanged' | 'kept' | 'left out'

export interface ImportedDocument extends Pick<PlacedDocument, 'source' | 'kind' | 'name' | 'file'> {
  result: ImportResult
  problems: Problem[]
}

export interface ExportReport {
  documents: readonly ImportedDocument[]
  /** What the documents do here, at the places in the export. */
  differences: Differences
  skipped: readonly SkippedFile[]
  isDryRun: boolean
}

/** A document with its text in the configuration folder. */
type Candidate = { document: PlacedDocument; text: string; present: string | undefined }

/** Returns what was done. Rejects when the documents that are there have errors already. */
export async function importExport(options: ImportExportOptions): Promise<ExportReport> {
  const made = await makeFolders(options)
  try {
    return await importInto(options)
  } finally {
    if (options.isDryRun) for (const each of made) await rm(each, { recursive: true })
  }
}

/** Makes the folders of documents that a configuration folder lacks, with a first catalog, and returns their paths. */
async function makeFolders({ folder, catalog = 'main' }: ImportExportOptions): Promise<string[]> {
  const missing = documentFolders.map((each) => join(folder, each)).filter((each) => !existsSync(each))
  for (const path of missing) await mkdir(path)
  const first = join(folder, 'catalogs', catalog)
  if (missing.includes(dirname(first))) {
    await mkdir(first)
    await replaceFile(join(first, 'catalog.yaml'), `name: ${catalog}\norg: example\n`)
  }
  return missing
}

async function importInto(options: ImportExportOptions): Promise<ExportReport> {
  const { exportFolder, folder, isDryRun } = options
  const catalogFile = await findCatalogFile(options)
  const found = await readExport(exportFolder)
  const { placed, skipped } = placeDocuments(found.documents, catalogFile.replace(/\/[^/]*$/, ''))
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => undefined)
  const candidates: Candidate[] = []
  const unreadable: SkippedFile[] = []
  for (const document of placed) {
    try {
      const text = await renderPlaced(document, placed, exportFolder)
      candidates.push({ document, text, present: await read(document.file) })
    } catch (error) {
      unreadable.push({ source: document.source, reason: (error as Error).message })
    }
  }
  const catalogText = (await read(catalogFile)) ?? ''
  const { accepted, problems, config } = await findAccepted(candidates, catalogFile, catalogText, options)
  const overlays = buildOverlays(accepted, catalogFile, catalogText, options)
  if (!isDryRun)
    await writeOverlays(
      overlays.filter(({ file, text }) => file !== catalogFile || text !== catalogText),
      folder,
      new Map([
        [catalogFile, catalogText],
        ...candidates.map(({ document, present }) => [document.file, present] as const),
      ]),
    )

  /** Files that an API refers to are part of it. */
  const isUnused = ({ source }: SkippedFile) =>
    !placed.some(({ kind, text }) => kind === 'API' && text.includes(posix.basename(source)))
  const documents = candidates.map((each): ImportedDocument => {
    const { source, kind, name, file } = each.document
    const own = problems.filter((problem) => problem.file === file)
    const result = accepted.includes(each) ? describeResult(each, options) : 'left out'
    return { source, kind, name, file, result, problems: own }
  })
  const sources = new Map(documents.map(({ file, source }) => [file, source]))
  const inExport = (each: Problem): Problem => ({ ...each, file: sources.get(each.file) ?? each.file })
  const list = listDifferences([...sources.keys()], problems, config)
  return {
    documents,
    differences: {
      ...list,
      asWritten: list.asWritten.map((file) => sources.get(file) ?? file),
      less: list.less.map(inExport),
      cannot: list.cannot.map(inExport),
    },
    skipped: [...found.skipped.filter(isUnused), ...skipped, ...unreadable],
    isDryRun,
  }
}

async function findCatalogFile({ load, catalog: wanted, folder }: ImportExportOptions): Promise<string> {
  const { config, problems } = await load()
  if (!config) throw new Error(describeErrors(folder, problems))
  const names = config.catalogs.map(({ name }) => name).join(', ')
  const [first, ...others] = config.catalogs.filter(({ name }) => wanted === undefined || name === wanted)
  if (!first) throw new UsageError(`--catalog: there is no catalog "${wanted}"; there are ${names || 'none'}`)
  if (others.length > 0) throw new UsageError(`set --catalog to one of ${names}`)
  return first.location.file
}

/** Leaves out the documents with errors until a gateway would accept the others. */
async function findAccepted(
  candidates: readonly Candidate[],
  catalogFile: string,
  catalogText: string,
  options: ImportExportOptions,
): Promise<{ accepted: readonly Candidate[]; problems: readonly Problem[]; config: Config }> {
  const problems: Problem[] = []
  let accepted = candidates
  for (;;) {
    const result = await options.load(buildOverlays(accepted, catalogFile, catalogText, options))
    const isFirst = accepted === candidates
    const errors = result.problems.filter(({ severity }) => severity !== 'warning')
    problems.push(...(isFirst ? result.problems : errors))
    const refused = accepted.filter(({ document }) => errors.some(({ file }) => file === document.file))
    if (result.config) return { accepted, problems, config: result.config }
    if (refused.length === 0) throw new Error(`nothing was imported: ${errors[0]?.file}: ${errors[0]?.message}`)
    accepted = accepted.filter((each) => !refused.includes(each))
  }
}

function buildOverlays(
  accepted: readonly Candidate[],
  catalogFile: string,
  catalogText: string,
  options: ImportExportOptions,
): DocumentOverlay[] {
  const changed = accepted.filter((each) => ['added', 'changed'].includes(describeResult(each, options)))
  return [
    ...changed.map(({ document: { file }, text }) => ({ file, text })),
    enableInCatalog(
      catalogFile,
      catalogText,
      accepted.map(({ document }) => document),
    ),
  ]
}

function describeResult({ text, present }: Candidate, { replaces }: ImportExportOptions): ImportResult {
  if (present === undefined) return 'added'
  if (present === text) return 'unchanged'
  return replaces ? 'changed' : 'kept'
}
