/** The kind of a problem: its words without the names, numbers and days of its row, so that rows with the same problem are one line. */
export function kindOfProblem(reason: string): string {
  return reason
    .replace(/“[^”]*”/g, '“…”')
    .replace(/(不是分类号，未录入：|not a classification symbol, not imported: ).*/, '$1…')
    .replace(/(应为|expected) [\dA-Z]$/, '$1 …') // a check digit
    .replace(/第 \d+ 项|\b[Pp]riority \d+(?=:|$)/g, (place) => place.replace(/\d+/, '…')) // its place in a list
    .replace(/(现有|it has) \d+/g, '$1 …')
    .replace(/\b\d\d [A-Z][a-z]{2} \d{4}\b/g, '…')
    .replace(/[A-Za-z/.-]*\d[\w/.-]*(?:,\d{3}\b)*/g, (token) => (/^\d{1,2}$/.test(token) ? token : '…'))
    .replace(/(?:[A-Z]{2} )?(?:[特実意商][願开開公表許登] ?)?…(?:[ ,]+…)*/g, '…')
}
