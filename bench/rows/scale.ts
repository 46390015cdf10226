/**
 * Measures the cost of many APIs, applications and refresh tokens: calls compared to those with few of them, and
 * the start.
 */
import { rm } from 'node:fs/promises'
import { compare, type RowResult, type Subject } from '../harness/compare.ts'
import { writeManyDocuments } from '../harness/documents.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { writeRefreshTokens } from '../harness/refresh-tokens.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { type SluiceOptions, startSluice, tokenRequest } from '../peers/sluice.ts'

/** The rate may fall to 1/1.1 of that with few of them. */
const target = 0.91

export function measureScale(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const rows: RowResult[] = []
    const few: Subject = { name: 'itself with one', start: () => startCalls(backendPort, {}, '/bench') }

    for (const apis of [scaleCount(100), scaleCount(5_000)]) {
      const documents = await writeManyDocuments({ apis })
      const subject = {
        name: 'Sluice',
        start: () => startCalls(backendPort, { documents }, `/bench-${apis - 1}`, started),
      }
      rows.push(...(await compare(`${shown(apis)} APIs`, subject, [{ ...few, target }], roundOptions)))
      await rm(documents, { recursive: true })

      function started(seconds: number) {
        rows.push(compareWithLimit({ row: `${shown(apis)} APIs`, name: 'start', value: seconds, limit: 5, unit: 's' }))
      }
    }

    const applications = scaleCount(10_000)
    const documents = await writeManyDocuments({ applications })
    const crowded = { name: 'Sluice', start: () => startCalls(backendPort, { documents }, '/bench') }
    rows.push(...(await compare(`${shown(applications)} applications`, crowded, [{ ...few, target }], roundOptions)))
    await rm(documents, { recursive: true })

    const tokens = scaleCount(1_000_000)
    const prepare = (data: string) => writeRefreshTokens(data, tokens)
    const full = { name: 'Sluice', start: () => startTokens(backendPort, { prepare }) }
    const empty = { name: 'itself with none', target, start: () => startTokens(backendPort, {}) }
    rows.push(...(await compare(`token by password, ${shown(tokens)} refresh tokens`, full, [empty], roundOptions)))
    return rows
  })
}

async function startCalls(
  backendPort: number,
  options: SluiceOptions,
  api: string,
  tell: (seconds: number) => void = () => {},
) {
  const { catalog, token, startSeconds, close } = await startSluice(backendPort, options)
  tell(startSeconds)
  return { url: `${catalog}${api}/answer`, headers: { authorization: `Bearer ${token}` }, close }
}

async function startTokens(backendPort: number, options: SluiceOptions) {
  const { tokenEndpoint, close } = await startSluice(backendPort, options)
  return { url: tokenEndpoint, ...tokenRequest, close }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
