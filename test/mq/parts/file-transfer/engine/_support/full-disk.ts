/**
 * Transfers on a disk that fills up, in a process with a mount namespace of its own: `unshare -rm` and a tmpfs. It sends what
 * happened to its parent. Arguments: the folder of the tmpfs, and whose folder it is.
 */
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTransfers, waitFor } from './transfers.ts'

const [disk, story] = process.argv.slice(2) as [string, 'target' | 'manager']

process.send?.(await (story === 'target' ? fillTarget() : fillManager()), () => process.exit())

/** Fills the file system but for some bytes. Returns the file, which is to be removed. */
async function fill(freeBytes: number): Promise<string> {
  const { bavail, bsize } = await statfs(disk)
  const file = join(disk, 'filler')
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes))).catch((error) => {
    if (error.code !== 'ENOSPC') throw error // the queue manager has written meanwhile, and the disk is full
  })
  return file
}

async function fillTarget() {
  const transfers = await openTransfers({ target: join(disk, 'in') })
  const content = Buffer.alloc(8 * 1024 * 1024, 'content ')
  await writeFile(join(transfers.source, 'large.bin'), content)
  const items = [{ source: { name: 'large.bin' } }]
  const filler = await fill(2 * 1024 * 1024)

  const { event, items: shown } = await transfers.run(items, { recoveryTimeoutSeconds: 0 })
  await waitFor(async () => (await readdir(transfers.target)).length === 0 || undefined)
  const gaveUp = { state: event.state, description: shown?.[0]?.description }

  const running = transfers.run(items)
  await waitFor(async () => (await readdir(transfers.target)).length > 0 || undefined) // the staging folder
  const visible = (await readdir(transfers.target)).filter((name) => !name.startsWith('.'))
  await rm(filler)
  const { state } = (await running).event
  const isWhole = content.equals(await readFile(join(transfers.target, 'large.bin')))
  await transfers.close()
  await rm(transfers.folder, { recursive: true })
  return { gaveUp, visible, state, isWhole }
}

async function fillManager() {
  await mkdir(join(disk, 'data'))
  const transfers = await openTransfers({ data: join(disk, 'data') })
  await writeFile(join(transfers.source, 'one.txt'), 'content')
  const items = [{ source: { name: 'one.txt', disposition: 'delete' as const }, destination: { name: 'in' } }]
  const filler = await fill(0)
  const rejection = await transfers.run(items).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )
  await rm(filler)
  const { state } = (await transfers.run(items)).event
  const received = await readFile(join(transfers.target, 'in', 'one.txt'), 'utf8')
  const left = await readdir(transfers.source)
  await transfers.close()
  return { rejection, state, received, left }
}
