import test from 'ava'

import { openUndiciPool } from '../../../../src/http/client/index.ts'
import { behavesAsConnections } from '../conformance.ts'

/** undici does not tell the version of a response, and has limits of its own for the framing of a body. */
const accepted = [
  'another version',
  'chunks in the version before',
  'extensions that are too long',
  'trailers that are too long',
]

behavesAsConnections(test, openUndiciPool, accepted)
