import { listOfCases } from '../../import/import-profile.ts'

/** Lists of the registry and of information services. */
export const importProfile = listOfCases({
  headings: {
    title: ['软件名称', '软件全称', '名称', '作品名称', 'software name', 'full name', 'name', 'title'],
    short_name: ['简称', '软件简称'],
    version_no: ['版本', '软件版本', '版本号', 'version', 'version no.'],
    reg_no: ['登记号', '软著登记号', '登记编号', 'registration number', 'reg no'],
    reg_date: ['登记日期', '登记批准日期', '批准日期', 'registration date'],
    certificate_no: ['证书编号', '证书号', 'certificate number'],
    class_no: ['分类号', '软件分类号', 'classification'],
    complete_date: ['开发完成日期', '完成日期', '创作完成日期', 'completion date'],
    first_pub_date: ['首次发表日期', '发表日期', 'first publication date', 'publication date'],
    accept_no: ['受理号', '流水号', 'acceptance number'],
    accept_date: ['受理日期', 'acceptance date'],
    owners: ['著作权人', '权利人', '著作权人（国籍）', '申请人', 'owner', 'owners', 'copyright owner', 'applicant'],
    developers: ['开发者', '开发人员', '作者', 'developers', 'authors'],
    language: ['编程语言', '开发语言'],
    code_lines: ['代码行数', '源程序量'],
  },
  readRow(_model, _cells, { values }) {
    if (values.first_pub_date) values.published ??= true
    values.status ??= values.reg_no || values.reg_date ? 'SW_REGISTERED' : values.accept_date ? 'SW_ACCEPTED' : 'SW_DRAFT'
  },
})
