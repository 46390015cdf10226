export { TargetTallies, type TargetTally, type TargetWatch } from './target-tallies.ts'
