/** The script that builds the image, with an engine that only notes what it is asked. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'

const digest = `sha256:${'a'.repeat(64)}`

/** Runs the script with an engine whose images have `bytes` bytes. Without `bytes`, no engine runs. */
async function build(t: ExecutionContext, args: readonly string[], bytes?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-engine-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const noted = join(folder, 'noted')
  await writeFile(noted, '')
  const engine = bytes === undefined ? 'exit 1' : `echo "$*" >> ${noted}; case "$1" in image) echo ${bytes};; esac`
  for (const name of ['docker', 'podman']) {
    await writeFile(join(folder, name), `#!/bin/sh\n${name === 'docker' ? engine : 'exit 1'}\n`)
    await chmod(join(folder, name), 0o755)
  }
  const env = { PATH: `${folder}:/usr/bin:/bin` }
  const result = await new Promise<{ status: number; output: string; errors: string }>((resolve) => {
    const child = execFile('packaging/container/build-image', [...args], { env }, (_, output, errors) =>
      resolve({ status: child.exitCode ?? -1, output, errors }),
    )
  })
  return { ...result, noted: await readFile(noted, 'utf8') }
}

test('an image is built of the bases that are pinned, tried without rights, and its size is shown', async (t) => {
  const args = ['--tag', 'mine', '--base-digest', digest, '--runtime-digest', digest]
  const { status, output, errors, noted } = await build(t, args, 170_000_000)
  t.is(status, 0, errors)
  t.regex(
    noted,
    new RegExp(`^build .*-t mine --build-arg BASE_DIGEST=${digest} --build-arg RUNTIME_DIGEST=${digest} `, 'm'),
  )
  t.regex(noted, /^run .*--read-only .*--cap-drop ALL .* mine --version$/m)
  t.regex(output, /mine has 170 MB/)
})

test('a release is pushed with an SBOM and provenance', async (t) => {
  const args = ['--release', '--base-digest', digest, '--runtime-digest', digest]
  const { status, errors, noted } = await build(t, args, 1)
  t.is(status, 0, errors)
  t.regex(noted, /^buildx build .*--sbom=true --provenance=mode=max --push /m)
})

test('an image that is too large is refused', async (t) => {
  const { status, errors } = await build(t, [], 180_000_001)
  t.is(status, 1)
  t.regex(errors, /the image has 180000001 bytes, more than 180 MB/)
})

for (const [title, args, expected] of [
  [
    'a release without digests',
    ['--release'],
    /a release needs --base-digest.*imagetools inspect \S+node:24-\S+ --format/,
  ],
  ['a release with one digest', ['--release', '--base-digest', digest], /needs --runtime-digest.*distroless\S+:latest/],
  ['a digest of another form', ['--base-digest', 'sha256:12'], /64 hexadecimal digits; found "sha256:12"/],
  ['an unknown word', ['--relase'], /unknown word "--relase": packaging\/container\/build-image \[--tag NAME\]/],
  ['an option without its value', ['--tag'], /--tag needs a value/],
] as const)
  test(`${title} is refused, and nothing is built`, async (t) => {
    const { status, errors, noted } = await build(t, args, 1)
    t.is(status, 1)
    t.regex(errors, expected)
    t.notRegex(noted, /build|push/)
  })

test('without an engine it says so', async (t) => {
  const { status, errors } = await build(t, [])
  t.is(status, 1)
  t.regex(errors, /neither docker nor podman runs here/)
})
