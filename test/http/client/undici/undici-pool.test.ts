import test from 'ava'

import { openUndiciPool } from '../../../../src/http/client/index.ts'
import { testConnectionPool } from '../conformance.ts'

/**
 * Malformed responses that undici accepts: it does not report the version of a response, and has other limits for
 * the framing of a body.
 */
const accepted = [
  'another version',
  'chunks in the version before',
  'extensions that are too long',
  'trailers that are too long',
]

testConnectionPool(test, openUndiciPool, accepted)
