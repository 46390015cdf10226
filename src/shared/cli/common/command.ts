/** A command of `sluice`: its name, its arguments and what it does. */

/** `Context` is what the process hands to the commands: the parts that it has. */
export interface Command<Context = unknown> {
  name: string
  /** The line in the list of commands. */
  summary: string
  /** The words after the name, `FOLDER [FILE]`; none when absent. Each verb has its own. */
  words?: string
  /** The arguments after the name, where words and options do not say which of them exclude each other. */
  usage?: string
  /** What the first argument may be; absent when it is no fixed word. */
  verbs?: Readonly<Record<string, CommandVerb>>
  /** The options by their names without dashes. */
  options?: CommandOptions
  /** Runs the command. Returns the exit status. Throws `UsageError` for wrong arguments. */
  run(args: CommandArguments, context: Context): Promise<number>
}

export interface CommandVerb {
  /** What the verb does, in one line. */
  help: string
  /** The words after the verb, `NAME [PLAN]`; none when absent. */
  words?: string
  /** The options that the verb needs. */
  required?: readonly string[]
  /** The options that only this verb takes, or it and the others that name them. All verbs take the other options. */
  options?: readonly string[]
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** An option with `value` is a text, or a list of texts; one without it is a flag. */
export interface CommandOption {
  /** The name of the value in help texts: `URL`. */
  value?: string | undefined
  /** The letter of the short form. */
  short?: string
  /** Whether the option may be repeated. */
  multiple?: true
  default?: string
  /** What the option does, in one line. */
  help: string
  /** The accepted values; absent when they are not a fixed list. */
  choices?: readonly string[] | undefined
  /** The lowest and the highest accepted number; absent when the value is no whole number. */
  range?: readonly [min: number, max: number]
}

/** The value of each option, by its name in camel case. Flags are false and lists empty when they are not given. */
export type OptionValues<O extends CommandOptions> = {
  readonly [N in keyof O & string as CamelCase<N>]: OptionValue<O[N]>
}

type OptionValue<Option extends CommandOption> = Option extends { multiple: true }
  ? readonly string[]
  : Option extends { default: string }
    ? ValueOf<Option>
    : Option extends { value: string }
      ? ValueOf<Option> | undefined
      : boolean

type ValueOf<Option extends CommandOption> = Option extends { range: object }
  ? number
  : Option extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string

type CamelCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The options of every command that reads an OpenAPI file. */
export const openApiFileOptions = {
  'allow-outside': { help: 'follow $ref to files outside the folder of the OpenAPI file' },
  'allow-urls': { help: 'follow $ref to URLs of other servers' },
} as const satisfies CommandOptions

/** An OpenAPI file as a command names it. `location` is a path or a URL. */
export type OpenApiFile = { location: string } & OptionValues<typeof openApiFileOptions>

/** The option of every command whose result can be printed as JSON. */
export const jsonOption = { help: 'print JSON' } as const satisfies CommandOption

/** The option of every command that prints its help. */
export const helpOption: CommandOption = { short: 'h', help: 'print this help' }

export interface CommandArguments<
  Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
> {
  positionals: readonly string[]
  options: Options
  write(text: string): void
}

interface CommandDefinition<O extends CommandOptions, Context> extends Omit<Command, 'options' | 'run'> {
  options?: O
  run(args: CommandArguments<OptionValues<O>>, context: Context): Promise<number>
}

/** Declares a command. The types of the values follow from the rows of its options. */
export function defineCommand<const O extends CommandOptions, Context = unknown>(
  command: CommandDefinition<O, Context>,
): Command<Context> {
  return command as Command<Context>
}

/** Wrong arguments of a command. The message names the accepted ones. The exit status is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
