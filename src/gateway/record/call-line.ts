/**
 * A call as one line of JSON, in the form in which the log writes everything else.
 *
 * Written by hand because every call pays for it: nearly all values are short, plain, and the same as in the call before.
 */
import type { CallRecord } from './call-record.ts'

const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

let second = -1
let secondText = ''

/** The line with its line feed. Members without a value are left out. */
export function renderCallLine(call: CallRecord): string {
  let line = `{"level":"info","time":"${isoTime(call.at)}","requestId":${quote(call.requestId)}`
  line += `,"method":${quote(call.method)},"path":${quote(call.path)},"status":${call.status}`
  line += text(',"org":', call.org)
  line += text(',"catalog":', call.catalog)
  line += text(',"api":', call.api)
  line += text(',"operation":', call.operation)
  line += text(',"application":', call.application)
  line += text(',"clientId":', call.clientId)
  line += text(',"user":', call.user)
  line += text(',"reason":', call.reason)
  line += text(',"detail":', call.detail)
  line += text(',"place":', call.place)
  line += text(',"remote":', call.remote)
  line += text(',"certificate":', call.certificate)
  line += `,"bytes":${call.bytes},"totalMs":${call.totalMs}`
  if (call.upstreamMs !== undefined) line += `,"upstreamMs":${call.upstreamMs}`
  return `${line},"msg":"call"}\n`
}

function text(member: string, value: string | undefined): string {
  return value === undefined ? '' : member + quote(value)
}

function quote(value: string): string {
  return plain.test(value) ? `"${value}"` : JSON.stringify(value)
}

/** As `Date.toISOString` does, which is made once a second. */
function isoTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  if (seconds !== second) {
    second = seconds
    secondText = new Date(seconds * 1_000).toISOString().slice(0, 20)
  }
  const rest = milliseconds - seconds * 1_000
  return `${secondText}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}
