// Package demo is Harbour Roasters, a wholesale coffee roastery: the workspace
// that a newcomer meets first, with three people, their data, photos and files.
// It is the same each time, but for dates, which are counted back from now.
package demo

// Name is what the workspace is called.
const Name = "Harbour Roasters"

// Account is one to sign in with. Everybody knows its password: accounts exist
// where the demo was loaded, and nowhere else.
type Account struct {
	Email    string
	Password string
	Name     string
	Role     string // database role in the account's token
	About    string // what this person may do, one sentence
}

// Accounts are one for each role.
var Accounts = []Account{
	{
		Email: "owner@harbour.test", Password: "tableside", Name: "Ada Lindqvist", Role: "owner",
		About: "Runs the roastery: sees and changes everything.",
	},
	{
		Email: "staff@harbour.test", Password: "tableside", Name: "Signe Østergaard", Role: "staff",
		About: "Takes and packs orders: changes stock but no prices, and can't see contracts.",
	},
	{
		Email: "viewer@harbour.test", Password: "tableside", Name: "Jonas Keller", Role: "viewer",
		About: "Buys coffee for four cafés: follows their orders and deliveries, and changes nothing.",
	},
}

// person is somebody in auth.users and profiles.
type person struct {
	Account
	id  string
	job string
}

// people are the accounts, and colleagues who make the data look inhabited: they
// have no password, so nobody can sign in as them.
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
