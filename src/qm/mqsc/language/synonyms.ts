/** Synonyms of verbs and object keywords. */

export const verbSynonyms: Readonly<Record<string, string>> = {
  ALT: 'ALTER',
  DEF: 'DEFINE',
  DIS: 'DISPLAY',
  REF: 'REFRESH',
  RES: 'RESOLVE',
  STA: 'START',
}

export const qualifierSynonyms: Readonly<Record<string, string>> = {
  APS: 'APSTATUS',
  CHL: 'CHANNEL',
  CHS: 'CHSTATUS',
  LS: 'LSSTATUS',
  LSTR: 'LISTENER',
  NL: 'NAMELIST',
  PRO: 'PROCESS',
  Q: 'QUEUE',
  QA: 'QALIAS',
  QC: 'QCLUSTER',
  QL: 'QLOCAL',
  QM: 'QMODEL',
  QR: 'QREMOTE',
  QS: 'QSTATUS',
  SBS: 'SBSTATUS',
  SERV: 'SERVICE',
  TPS: 'TPSTATUS',
}
