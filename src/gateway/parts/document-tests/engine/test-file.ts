/** Tests of documents: files `*.test.yaml` with requests, facts that come from elsewhere, and expectations. */
import { globSync } from 'node:fs'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type CheckedFile, readFileBySchema } from '../../../config/index.ts'

const requestLine = Type.String({ pattern: '^[A-Z]{1,20} /[^ ]*$', maxLength: 65_536 })
const headers = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
const closed = { additionalProperties: false }

const token = Type.Object(
  {
    client: Type.String(),
    user: Type.Optional(Type.String()),
    scopes: Type.Optional(Type.Array(Type.String())),
    provider: Type.Optional(Type.String()),
    /** Seconds that the token is valid, from the time of the first call of the test. */
    expires_in: Type.Optional(Type.Integer()),
  },
  closed,
)

const call = {
  request: requestLine,
  headers: Type.Optional(headers),
  body: Type.Optional(Type.Unknown()),
  token: Type.Optional(token),
  /** The IP address of the caller. */
  address: Type.Optional(Type.String()),
}

const upstream = Type.Object(
  {
    /** Method and URL, in which `*` stands for any text: `GET https://backend.example/orders/*`. */
    request: Type.String({ maxLength: 4096 }),
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    headers: Type.Optional(headers),
    body: Type.Optional(Type.Unknown()),
    /** The upstream cannot be reached. */
    fails: Type.Optional(Type.Boolean()),
  },
  closed,
)

const expectation = Type.Object(
  {
    status: Type.Optional(Type.Integer()),
    /** The reason of the rejection, as the log has it; `served` when there is none. */
    reason: Type.Optional(Type.String()),
    /** The request that the upstream receives last, or `none`. */
    upstream: Type.Optional(Type.String()),
    upstream_headers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    upstream_body: Type.Optional(Type.Unknown()),
    headers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    body: Type.Optional(Type.Unknown()),
  },
  { ...closed, minProperties: 1 },
)

const test = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    ...call,
    /** Calls before this one, whose responses are not looked at. */
    earlier: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ...call,
            request: Type.Optional(requestLine),
            times: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
            /** Seconds before the call of the test. */
            seconds_before: Type.Optional(Type.Number({ minimum: 0 })),
          },
          closed,
        ),
      ),
    ),
    upstreams: Type.Optional(Type.Array(upstream)),
    expect: expectation,
  },
  closed,
)

/** The content of a test file. */
export const testFileSchema = Type.Object(
  {
    /** The time of the calls, RFC 3339; without it, now. */
    clock: Type.Optional(Type.String({ format: 'date-time' })),
    /** The users of registries: name and password, by registry. */
    users: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
    upstreams: Type.Optional(Type.Array(upstream)),
    tests: Type.Array(test, { minItems: 1 }),
  },
  closed,
)

export type TestFile = Static<typeof testFileSchema>
export type DocumentTest = TestFile['tests'][number]
export type TestCall = Pick<DocumentTest, 'request' | 'headers' | 'body' | 'token' | 'address'>
export type UpstreamAnswer = Static<typeof upstream>
export type Expectation = Static<typeof expectation>

export interface LoadedTestFile extends CheckedFile<typeof testFileSchema> {
  /** The path relative to the folder of the documents. */
  file: string
}

/** Reads every test file below a folder, sorted by path. Files with problems have no value. */
export function readTestFiles(root: string, environment: Record<string, string | undefined>): LoadedTestFile[] {
  const places = ['apis', 'catalogs', 'providers'].map((folder) => `${folder}/**/*.test.{yaml,yml}`)
  return globSync(places, { cwd: root })
    .sort()
    .map((file) => ({ file, ...readFileBySchema(file, testFileSchema, { root, environment }) }))
}
