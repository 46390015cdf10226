import { runGroup } from './run-group.ts'

await runGroup('pages-1')
