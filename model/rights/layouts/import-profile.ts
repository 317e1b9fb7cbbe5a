import { listOfCases } from '../../import/import-profile.ts'

/** Lists of the register of layout designs. */
export const importProfile = listOfCases({
  headings: {
    title: ['布图设计名称', '集成电路布图设计名称', '名称', 'name of the layout design', 'layout name', 'name', 'title'],
    structure: ['结构', '布图设计结构', 'structure'],
    technology: ['技术', '布图设计技术', 'technology'],
    function: ['功能', '布图设计功能', 'function'],
    application_no: ['申请号', '布图设计申请号', 'application number', 'application no'],
    filing_date: ['申请日', '申请日期', 'filing date', 'application date'],
    reg_no: ['登记号', '布图设计登记号', 'registration number', 'reg no'],
    reg_date: ['登记日', '登记日期', '颁证日', '颁证日期', 'registration date'],
    announce_date: ['公告日', '公告日期', '登记公告日', 'announcement date'],
    certificate_no: ['证书号', '证书编号', '登记证书号', 'certificate number'],
    completion_date: ['创作完成日', '布图设计创作完成日', '创作完成日期', '完成日期', 'completion date'],
    first_exploit_date: ['首次商业利用日', '首次商业利用时间', '首次投入商业利用日', 'first commercial exploitation'],
    exploit_place: ['首次商业利用地', '首次商业利用地点'],
    owners: ['权利人', '布图设计权利人', '专有权人', '申请人', 'owner', 'owners', 'right holder', 'applicant'],
    creators: ['创作人', '布图设计创作人', '设计人', 'creator', 'creators', 'designer'],
  },
  readRow(_model, _cells, { values }) {
    values.status ??= values.reg_no || values.reg_date ? 'REGISTERED' : values.filing_date ? 'FILED' : 'DRAFT'
  },
})
