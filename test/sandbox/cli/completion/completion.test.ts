/** The completion scripts, read by the shells themselves. A shell that is not installed is skipped with a line in the log. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { parseArguments, UsageError } from '../../../../src/shared/cli/common/index.ts'
import { commands, parts } from '../../../_support/commands.ts'

const run = promisify(execFile)

async function printCompletion(shell: string): Promise<string> {
  let output = ''
  const command = commands.find(({ name }) => name === 'completion')
  const write = (text: string) => {
    output += text
  }
  if (command) await command.run(parseArguments(command, [shell], write), parts)
  return output
}

/** What is typed, with the words that the shell must offer, and one that it must not offer. */
const cases: readonly (readonly [typed: string, offered: readonly string[], absent: string])[] = [
  ['sluice ke', ['keys'], 'check'],
  ['sluice help ke', ['keys'], 'check'],
  ['sluice keys r', ['remove', 'rotate'], 'list'],
  ['sluice keys --pro', ['--provider'], '--json'],
  ['sluice apps create --ti', ['--title'], '--state'],
  ['sluice apps subscribe a b/c --state ', ['disabled', 'enabled', 'pending'], '--json'],
  ['dspmq -o st', ['standby', 'status'], 'all'],
  ['dspmqweb ', ['properties', 'status'], '-a'],
]

/** Runs a shell with its script saved in a file; undefined when the shell is not installed. */
async function complete(
  t: ExecutionContext,
  shell: string,
  build: (file: string, typed: string) => string,
  typed: string,
): Promise<string[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-completion-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(folder, `sluice.${shell}`)
  await writeFile(file, await printCompletion(shell))
  try {
    const noFiles = shell === 'zsh' ? ['-f'] : shell === 'fish' ? ['--no-config'] : ['--norc']
    const { stdout, stderr } = await run(shell, [...noFiles, '-c', build(file, typed)], { cwd: folder })
    t.is(stderr, '')
    return stdout.split('\n').map((line) => line.split(/[\t:]/)[0] as string)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    t.log(`skipped: ${shell} is not installed`)
    return undefined
  }
}

const shells: Readonly<Record<string, (file: string, typed: string) => string>> = {
  bash: (file, typed) => `source ${file}
    COMP_WORDS=(${typed}${typed.endsWith(' ') ? ` ''` : ''}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _sluice; printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (file, typed) => `source ${file}; complete -C '${typed}'`,
  // The functions of the completion system need a terminal: stand-ins print what they are given.
  zsh: (file, typed) => `
    compdef() { :; }; _files() { :; }
    compadd() { shift; print -l -- $@ | grep -- "^$PREFIX"; }
    _describe() { local name=\${@[-1]}; print -l -- \${(P)name} | grep -- "^$PREFIX"; }
    source ${file}
    words=(${typed}${typed.endsWith(' ') ? ` ''` : ''}); CURRENT=$#words; PREFIX=\${words[CURRENT]}
    _sluice`,
}

for (const [shell, build] of Object.entries(shells)) {
  for (const [typed, offered, absent] of cases) {
    test(`${shell} completes "${typed}"`, async (t) => {
      const found = await complete(t, shell, build, typed)
      if (!found) return t.pass()
      for (const word of offered) t.true(found.includes(word), `${word} in ${found.join(' ')}`)
      t.false(found.includes(absent), absent)
    })
  }
}

test('an unknown shell is rejected with the known ones', async (t) => {
  await t.throwsAsync(printCompletion('tcsh'), {
    instanceOf: UsageError,
    message: '"tcsh" is not a verb of completion: use bash, zsh, fish',
  })
})
