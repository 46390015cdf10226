/** Part of `npm pack`: bundles `src` into `build`. With a folder as argument, it bundles into that folder. */
import { resolve } from 'node:path'
import { bundleSource } from './bundle-source.ts'

await bundleSource(process.argv[2] ?? resolve(import.meta.dirname, '..', 'build'))
