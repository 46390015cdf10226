/** The functions that a condition may call. Their names are those of API Connect. */
import { decodeHeaderText } from '../../lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'
import { findHeader } from '../message/headers.ts'

type Operand = (call: Call) => string | number

/** Each function takes the text between its parentheses and returns an operand. */
export const conditionFunctions: Readonly<Record<string, (argument: string) => Operand>> = {
  statusCode: () => (call) => call.message.status,
  httpVerb: () => (call) => call.method,
  operationPath: () => (call) => call.route.endpoint?.operation.path ?? '',
  operationID: () => (call) => call.route.endpoint?.operation.id ?? '',
  header: (name) => (call) => decodeHeaderText(findHeader(call.message.headers, name.toLowerCase()) ?? ''),
  queryParameter: (name) => (call) => new URLSearchParams(call.target.search).get(name) ?? '',
  errorName: () => (call) => call.progress.caughtError?.catchName ?? '',
}
