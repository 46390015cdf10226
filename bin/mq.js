// Plain JavaScript on purpose: it must parse on any Node, to say kindly that this one is too old.

/** Runs a control command with the arguments of this process. */
export function run(name) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) {
    console.error(
      `${name} needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
        `Run it through npm, which brings its own Node: "npx ${name}" in the project folder.`,
    )
    process.exit(1)
  }
  process.removeAllListeners('warning')
  import('../src/cli/mq/main.ts').then(({ main }) => main(name, process.argv.slice(2)))
}
