/** What commands and REST handlers need of file transfer to read options and names: it loads no code of agents. */
export { isBroken } from '../config/config-folder.ts'
export { parseEncoding } from '../files/text-conversion.ts'
export { compileNamePattern } from '../monitors/name-patterns.ts'
export { completeSchedule, renderScheduleTime, ScheduleTimeError } from '../schedules/resolve-schedule.ts'
export { monitorNameKey } from '../types/command.ts'
export { parseAgentName, parseMonitorName } from '../types/names.ts'
export { repeatUnits, timeBases } from '../types/request.ts'
