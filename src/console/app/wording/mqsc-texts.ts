/** The texts of the MQSC page. */

export const mqscTexts = {
  tables: 'Show results as tables',
  export: 'Export the log',
  script: 'Script',
  scriptHelp: 'Several commands; + or - at the end of a line continues it, * begins a comment.',
  run: (commands: number) => (commands === 1 ? 'Run 1 command' : `Run ${commands} commands`),
  results: 'Results',
} as const
