/** The process: finds the command, runs it, and turns what went wrong into a text and an exit status. */
import { readCall, UsageError, usageOf } from './cli/command.ts'
import { commands } from './cli/index.ts'
import { SettingRefused } from './cli/setting-refused.ts'
import { didYouMean } from './lib/suggest.ts'

process.exitCode = await main(process.argv.slice(2))

/** 0: done. 1: it could not be done. 2: it was asked for in a way that makes no sense. */
async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') return tell(overview())

  const command = commands.find((each) => each.name === name)
  if (!command) {
    const names = commands.map((each) => each.name)
    return complain(`there is no command "${name}"${didYouMean(name, names)}\n\n${overview()}`, 2)
  }

  try {
    const call = readCall(command, args, (text) => process.stdout.write(text))
    return call.options.help ? tell(usageOf(command)) : await command.run(call)
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${usageOf(command)}`, 2)
    if (error instanceof SettingRefused) return complain(error.message, 1)
    return complain(
      process.env.SLUICE_LOG === 'debug' ? ((error as Error).stack ?? '') : (error as Error).message,
      1,
    )
  }
}

function overview(): string {
  const width = Math.max(...commands.map((each) => each.name.length))
  const rows = commands.map((each) => `  ${each.name.padEnd(width)}  ${each.summary}`)
  return `Usage: sluice <command> [options]\n\n${rows.join('\n')}\n\n"sluice <command> --help" tells more.\n`
}

function tell(text: string): number {
  process.stdout.write(text)
  return 0
}

function complain(text: string, status: number): number {
  process.stderr.write(`sluice: ${text.trimEnd()}\n`)
  return status
}
