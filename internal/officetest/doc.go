// Package officetest lets tests open finished files in LibreOffice, as the people do who get them: convert a Word file to
// PDF, save a workbook anew, type into a sheet. It is for tests alone; no program imports it. Where LibreOffice is not
// installed, the test that asks for it is left out and says so.
package officetest
