export {
  type TargetCounts,
  TargetCountTable,
  type TargetMonitor,
} from '../../telemetry/calls/target-counts.ts'
