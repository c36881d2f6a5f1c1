// Package demo loads the sample workspace Harbour Roasters, a wholesale coffee roastery, with
// accounts, rows, photos and documents. Two loads differ only in dates, which are
// relative to the time of the load, and in the data derived from them.
package demo

// Name is the name of the workspace.
const Name = "Harbour Roasters"

// Account is an account of the demo that users can sign in with. Its password is public, so
// accounts must exist only in a local backend into which the demo was loaded.
type Account struct {
	Email    string
	Password string
	Name     string
	Role     string // database role in the account's token
	About    string // permissions, in one or two short sentences
}

// Accounts contains one account for each role.
var Accounts = []Account{
	{
		Email: "owner@harbour.test", Password: "tableside", Name: "Ada Lindqvist", Role: "owner",
		About: "Runs the roastery. Can view and change everything.",
	},
	{
		Email: "staff@harbour.test", Password: "tableside", Name: "Signe Østergaard", Role: "staff",
		About: "Takes and packs orders. Can change stock, but not prices, and can't see contracts.",
	},
	{
		Email: "viewer@harbour.test", Password: "tableside", Name: "Jonas Keller", Role: "viewer",
		About: "Buys coffee for four cafés. Can view their orders and deliveries.",
	},
}

// person is a row of auth.users and profiles.
type person struct {
	Account
	id  string
	job string
}

// people contains the accounts and their colleagues. The colleagues have no password, so
// nobody can sign in as them.
var people = []person{
	{Accounts[0], "00000000-0000-4000-8000-0000000000a1", "Owner"},
	{Accounts[1], "00000000-0000-4000-8000-0000000000b1", "Orders and dispatch"},
	{Accounts[2], "00000000-0000-4000-8000-0000000000c1", "Buyer, four cafés"},
	{Account{Email: "mika@harbour.test", Name: "Mika Rautio", Role: "staff"}, "00000000-0000-4000-8000-0000000000b2", "Head roaster"},
	{Account{Email: "leila@harbour.test", Name: "ليلى حداد", Role: "staff"}, "00000000-0000-4000-8000-0000000000b3", "Quality and cupping"},
	{Account{Email: "tomasz@harbour.test", Name: "Tomasz Żuławski", Role: "staff"}, "00000000-0000-4000-8000-0000000000b4", "Driver"},
	{Account{Email: "haruka@harbour.test", Name: "高橋 はるか", Role: "staff"}, "00000000-0000-4000-8000-0000000000b5", "Customers in Asia"},
	{Account{Email: "nuno@harbour.test", Name: "Nuno Ferreira", Role: "staff"}, "00000000-0000-4000-8000-0000000000b6", "Driver"},
}
