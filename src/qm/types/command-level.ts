/** The MQ command level that the queue managers implement: CMDLEVEL of DISPLAY QMGR. */
export const commandLevel = 942
