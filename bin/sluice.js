#!/usr/bin/env node
// Plain JavaScript on purpose: it must parse on any Node, to say kindly that this one is too old.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `sluice needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'Run it through npm, which brings its own Node: "npm start", or "npx sluice <command>" in the project folder.',
  )
  process.exit(1)
}
import('../src/main.ts')
