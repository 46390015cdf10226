/** Prints what a token contains and what it opens, as text or JSON. */
import { renderTokenCeiling } from '../../../shared/access/token-ceiling.ts'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { escapeControlCharacters } from '../../../shared/lib/output/escape-control-characters.ts'
import { renderEpochSeconds } from '../../../shared/lib/time/render-time.ts'
import type { AppliedTokenCeiling } from '../../oauth/index.ts'
import { decodeJwtPart, type OperationAccess, type TokenInspection } from '../../runtime/tokens/index.ts'

export interface PrintTokenOptions {
  json: boolean
  /** Only this operation. */
  operation?: string | undefined
  write(text: string): void
}

/** Prints the result in one line. Returns the exit status: 0 when the token is valid and opens a named operation. */
export function printTokenCheck(inspection: TokenInspection, { json, operation, write }: PrintTokenOptions): number {
  const { refused, token, operations } = inspection
  const asked = operation === undefined ? [] : operations.filter((each) => each.operation === operation)
  if (operation !== undefined && refused === undefined && asked.length === 0)
    throw new Error(`there is no operation "${operation}" in the catalog of the token`)

  const opens = refused === undefined && asked.every((each) => each.opens)
  if (json) write(`${JSON.stringify({ good: opens, refused, token, operations: asked }, null, 2)}\n`)
  else if (refused !== undefined) write(`refused: ${refused}\n`)
  else if (asked.length > 0) for (const each of asked) write(`${renderOperation(each)}\n`)
  else write(`good until ${renderTime(token?.expiresAt)}: ${renderOpenCount(operations)}\n`)
  return opens ? 0 : 1
}

/** Prints everything about the token. Returns the exit status: 0 when it is valid, else 1. */
export function printDecodedToken(
  text: string,
  inspection: TokenInspection,
  { json, write }: PrintTokenOptions,
): number {
  const { issuer, refused, ceilings, operations } = inspection
  const [header, claims] = text.split('.').slice(0, 2).map(decodeJwtPart)
  const good = refused === undefined

  if (json) {
    const result = { good, refused: !good ? refused : undefined, issuer, header, claims, ceilings, operations }
    write(`${JSON.stringify(result, null, 2)}\n`)
    return good ? 0 : 1
  }
  write(`${good ? `good: signed by ${issuer}, not expired, not revoked` : `refused: ${refused}`}\n`)
  writeMembers('header', header, write)
  writeMembers(good ? 'claims' : 'claims, of which nothing is certain', claims, write)
  if (good) {
    if (!claims) writeMembers('what the reference stands for', { ...inspection.token }, write)
    writeCeilings(inspection.ceilings ?? [], write)
    write(`\n${renderOpenCount(operations)}\n`)
    for (const each of operations) write(`  ${renderOperation(each)}\n`)
  }
  return good ? 0 : 1
}

const times = new Set(['exp', 'iat', 'nbf', 'consented_on'])

function writeMembers(
  title: string,
  members: Record<string, unknown> | undefined,
  write: (text: string) => void,
): void {
  write(`\n${title}${members ? '' : ': cannot be read'}\n`)
  for (const [name, value] of Object.entries(members ?? {})) {
    const shown = escapeControlCharacters(typeof value === 'string' ? value : JSON.stringify(value))
    write(`  ${escapeControlCharacters(name).padEnd(12)}  ${shown}${times.has(name) ? `  ${renderTime(value)}` : ''}\n`)
  }
}

/** Prints the token ceilings and their documents. */
function writeCeilings(ceilings: readonly AppliedTokenCeiling[], write: (text: string) => void): void {
  if (ceilings.length > 0) write('\ntoken ceilings\n')
  for (const { whose, place, ...ceiling } of ceilings)
    write(`  ${escapeControlCharacters(whose)}: ${renderTokenCeiling(ceiling)} (${escapeControlCharacters(place)})\n`)
}

function renderTime(seconds: unknown): string {
  return renderEpochSeconds(seconds) ?? 'no time'
}

function renderOpenCount(operations: readonly OperationAccess[]): string {
  const open = operations.filter((each) => each.opens).length
  return `opens ${open} of ${pluralize(operations.length, 'operation')}`
}

function renderOperation({ api, operation, method, path, opens, because, place }: OperationAccess): string {
  const reason = because === undefined ? '' : ` - ${because}${opens ? '' : ` (${place})`}`
  return `${opens ? 'ok' : 'NO'}  ${method.padEnd(6)} ${path}  ${api} ${operation}${reason}`
}
